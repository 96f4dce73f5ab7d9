#pragma once
#include "ui/schedule/lane_group.h"
#include "ui/schedule/scene_fields.h"
#include "ui/widgets/forward.h"

class QPlainTextEdit;
class QPushButton;

namespace blueprinting::ui {

/// The selected group's order as Megatron-LM's arguments, in words where it has none for it.
std::string megatron_flags(const schedule::Scene& scene, const LaneGroup& group);
/// The scene with such arguments in place of the selected group's order, counts and layout; microbatches stay. Errors:
/// those of recipe::read_pipeline() and of a layout that does not divide over the stages.
struct FlagsRead {
    schedule::Scene scene;
    std::vector<std::string> not_used;
};
Result<FlagsRead> with_megatron_flags(const schedule::Scene& scene, const std::string& text);

/// A box with these arguments, and a button that takes what is typed or pasted there.
class MegatronFlags : public SceneFields {
    Q_OBJECT
public:
    explicit MegatronFlags(QWidget* parent = nullptr);

    void showScene(const schedule::Scene& scene, const LaneGroup* group);

private:
    void take();
    void note(const QString& text);

    QPlainTextEdit* m_text = nullptr;
    QPushButton* m_take = nullptr;
    ToneLabel* m_note = nullptr;
    QString m_shown;
};

} // namespace blueprinting::ui
