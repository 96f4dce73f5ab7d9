#pragma once
#include "tests/support/pictures.h"
#include "ui/schedule/lane_canvas.h"
#include "ui/schedule/schedule_view.h"
#include "ui/style/theme_controller.h"
#include "ui/widgets/controls/answer_line.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QMouseEvent>
#include <QTest>

namespace blueprinting::testing {

/// Drives the view as a person would: fields, buttons, pointer and keys by their names.
class ViewDriver : public QObject {
protected:
    void open()
    {
        m_theme = std::make_unique<ui::ThemeController>(*qApp, ui::ThemeChoice::light);
        m_workspace = std::make_unique<ui::Workspace>();
        m_view = std::make_unique<ui::ScheduleView>(*m_workspace);
        m_view->refresh();
        draw(*m_view, QSize(1240, 860));
    }
    void close()
    {
        m_view.reset();
        m_workspace.reset();
        m_theme.reset();
    }

    template <class T>
    T* find(const char* name) const
    {
        T* out = m_view->findChild<T*>(QLatin1String(name));
        if (!out)
            qFatal("no %s", name);
        return out;
    }
    [[nodiscard]] ui::LaneCanvas* canvas() const { return find<ui::LaneCanvas>("schedule.lanes"); }
    void type(const char* field, double value) const
    {
        auto* spin = find<QDoubleSpinBox>(field);
        spin->setValue(value);
    }
    void pick(const char* combo, const QString& text) const
    {
        auto* box = find<QComboBox>(combo);
        const int index = box->findText(text);
        QVERIFY(index >= 0);
        box->setCurrentIndex(index);
        Q_EMIT box->activated(index);
    }
    [[nodiscard]] const ui::LaneGroup& group(std::size_t i = 0) const { return m_view->chart().groups[i]; }
    [[nodiscard]] QString headline() const { return find<ui::AnswerLine>("schedule.answer")->headline(); }
    /// One group alone, without a cap.
    void show(const schedule::Request& request, const schedule::StageTimes& times = {}) const
    {
        schedule::Scene scene = schedule::starting_scene();
        scene.groups = {{"", request.kind, request.stages, request.microbatches, request.chunks, request.parameters}};
        scene.times = times;
        scene.cap.reset();
        m_view->setScene(scene);
        draw(*m_view, QSize(1240, 860));
    }
    static int pixels(const QImage& image, const QColor& color)
    {
        int out = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                out += image.pixel(x, y) == color.rgb();
        return out;
    }
    /// F, I and W of a full stage.
    static schedule::StageTimes split(double forward, double input, double weight)
    {
        schedule::StageTimes out;
        out.forward = forward;
        out.backward = input + weight;
        out.input_gradient = input;
        return out;
    }
    [[nodiscard]] QString narration() const { return find<QLabel>("schedule.narration")->text(); }
    [[nodiscard]] QPointF at(int group, int stage, double time) const
    {
        const ui::LaneLayout layout = canvas()->places();
        return {
            layout.x(time),
            layout.groups[static_cast<std::size_t>(group)].lanes[static_cast<std::size_t>(stage)].lane.center().y()};
    }
    void move_to(const QPointF& where, Qt::MouseButtons buttons = Qt::NoButton) const
    {
        QMouseEvent event(QEvent::MouseMove, where, canvas()->mapToGlobal(where), Qt::NoButton, buttons,
                          Qt::NoModifier);
        QApplication::sendEvent(canvas(), &event);
    }
    void press(const QPointF& where, Qt::KeyboardModifiers modifiers = {}) const
    {
        QTest::mousePress(canvas(), Qt::LeftButton, modifiers, where.toPoint());
    }
    void release(const QPointF& where) const { QTest::mouseRelease(canvas(), Qt::LeftButton, {}, where.toPoint()); }

    std::unique_ptr<ui::ThemeController> m_theme;
    std::unique_ptr<ui::Workspace> m_workspace;
    std::unique_ptr<ui::ScheduleView> m_view;
};

} // namespace blueprinting::testing
