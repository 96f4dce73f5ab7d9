#pragma once
#include "core/base/canonical_json.h"
#include "core/base/json_document.h"
#include "core/passes/compile.h"
#include "tests/support/files.h"
#include "tests/support/hostile_names.h"
#include "tests/ui/frame/whole_fixture.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>

namespace blueprinting::ui {

/// The window with a session and files that are full of foreign names.
struct Foreign : Whole {
    using Whole::Whole;

    static QString text_of(const std::string& text)
    {
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    }

    /// What a cell's key, whose parts are parted by '|', and a file may be called.
    static std::string part() { return "=<b>x\x1b[31m\u009b\u202e\"\r\n\t&%1 %2"; }

    /// Names of the four strategies.
    static std::vector<std::string> names()
    {
        using namespace std::string_literals;
        return {"<b>x<\\b> &amp; &run %1 %2", "=\x1b[31mred\u009b0m\x07",
                "user\u202egnp\u2067\u2069\n\"two\"\r\tlines|<img src=x>", "nul\0'byte,;"s};
    }
    /// As they are read: written by hand.
    static QStringList seen()
    {
        return {QStringLiteral(R"(<b>x<\b> &amp; &run %1 %2)"), QStringLiteral(R"(=\u001b[31mred\u009b0m\u0007)"),
                QStringLiteral(R"(user\u202egnp\u2067\u2069 "two"  lines|<img src=x>)"),
                QStringLiteral(R"(nul\u0000'byte,;)")};
    }

    static Session session()
    {
        Session out = starting_session();
        const SessionStrategy first = out.strategies[0];
        const SessionStrategy second = out.strategies[1];
        out.strategies = {first, second, first, second};
        for (std::size_t i = 0; i < 4; ++i) {
            SessionStrategy& strategy = out.strategies[i];
            strategy.id = "s" + std::to_string(i + 1);
            strategy.name = names()[i];
            strategy.model.name = names()[(i + 1) % 4];
            strategy.system.name = names()[(i + 2) % 4];
        }
        out.strategies[2].execution.microbatch_size = 2;
        out.selected = "s2";
        out.baseline = "s1";
        return out;
    }

    /// With the last strategy illegal: its last legal figures are shown.
    void openSession()
    {
        workspace.reset(session());
        workspace.edit(text_of(names()[0]), [](Session& now) {
            std::get<strategy::TransformerTrainingParallelism>(now.strategies[3].execution.parallelism).tensor.degree =
                7;
        });
        settle();
    }

    QString write(const QString& name, const QByteArray& bytes)
    {
        const QString path = folder.filePath(name);
        QFile file(path);
        if (!QDir().mkpath(QFileInfo(path).path()) || !file.open(QIODevice::WriteOnly) ||
            file.write(bytes) != bytes.size())
            qFatal("%s cannot be written", qPrintable(path));
        return path;
    }
    static QByteArray in_data(const char* name)
    {
        return testing::bytes_of(QStringLiteral(BLUEPRINTING_SOURCE_DIR "/data/") + QLatin1String(name));
    }
    static QByteArray escaped(const std::string& text)
    {
        const std::string quoted = Json(text).dump();
        return QByteArray::fromStdString(quoted.substr(1, quoted.size() - 2));
    }
    static QByteArray answer(const QStringList& arguments)
    {
        QProcess program;
        program.start(QStringLiteral(BLUEPRINTING_BIN_DIR "/blueprinting"), arguments);
        return program.waitForFinished(100000) ? program.readAllStandardOutput() : QByteArray();
    }

    /// A plan whose tasks and buffers have such names, sealed anew.
    static QByteArray checkpoint()
    {
        const strategy::Preset* preset = strategy::find_preset("seqsel-tab5/gpt3-175B/full");
        const auto compiled =
            passes::compile(*model::find_preset(preset->model), preset->execution, strategy::Rules::strict);
        ir::PortablePlanIR plan = std::get<ir::PortablePlanIR>(*compiled->portable.ir);
        for (std::size_t i = 0; i < plan.tasks.size(); ++i)
            plan.tasks[i].name = part() + "/" + plan.tasks[i].name;
        for (ir::Buffer& buffer : plan.buffers)
            buffer.name = part() + buffer.name;
        passes::PassCheckpoint made = compiled->portable;
        made.output = ir::digest(plan);
        made.ir = std::make_shared<const ir::AnyIR>(std::move(plan));
        return QByteArray::fromStdString(*pretty_json(passes::to_json(made)));
    }

    /// Files of every kind whose names, and the names in which, are foreign.
    QStringList files()
    {
        const QString name = text_of(part()) + QStringLiteral(" %1.json");
        const auto renamed = [](QByteArray text) {
            return text.replace("Qwen/Qwen3.5-4B", escaped(part())).replace("depth_one", escaped(part()));
        };
        return {write(name.arg(1), renamed(in_data("certificates/layout-cost-v2.json"))),
                write(name.arg(2), renamed(in_data("certificates/layout-cost-v2-manifest.json"))),
                write(name.arg(3), answer({QStringLiteral("calibrate"), QStringLiteral("--json")})
                                       .replace("megatron-22B/full", escaped(part()))
                                       .replace("Calculon", escaped(part()))),
                write(name.arg(4), checkpoint())};
    }
    /// Refused, each with the foreign text in its reason.
    QStringList refusedFiles()
    {
        const QString name = text_of(part()) + QStringLiteral(" refused %1.json");
        const QByteArray key = escaped(part());
        return {write(name.arg(1), "{\"hidden\": 1, \"" + key + "\": 2, \"attn_heads\": \"" + key + "\"}"),
                write(name.arg(2), "{\"schema\": \"" + key + "\", \"cells\": [" + QByteArray(part().c_str())),
                write(name.arg(3),
                      [] {
                          Json root = Json::parse(in_data("certificates/layout-cost-v2.json").toStdString());
                          root["cells"][0]["hidden_size"] = part();
                          root["cells"][0]["candidates"][0]["n"] = part();
                          return QByteArray::fromStdString(root.dump());
                      }()),
                write(name.arg(4), QByteArray(part().c_str()))};
    }
};

} // namespace blueprinting::ui
