#pragma once
#include "core/base/diagnostic.h"
#include "core/schedule/scene.h"

#include <QString>
#include <QWidget>

#include <functional>

namespace blueprinting::ui {

/// Fields that show a scene and hand back changed ones; they decide nothing.
class SceneFields : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

Q_SIGNALS:
    /// `field` is the same for changes that belong to one step.
    void sceneEdited(const schedule::Scene& scene, const QString& field);

protected:
    /// While it lives, what the fields are given is no edit.
    class Showing {
    public:
        Showing(SceneFields& of, const schedule::Scene& scene) : m_of(of)
        {
            of.m_showing = true;
            of.m_scene = scene;
        }
        ~Showing() { m_of.m_showing = false; }
        Showing(const Showing&) = delete;
        Showing& operator=(const Showing&) = delete;

    private:
        SceneFields& m_of;
    };

    [[nodiscard]] const schedule::Scene& scene() const { return m_scene; }
    [[nodiscard]] const schedule::SceneGroup& selected() const { return m_scene.groups[m_scene.selected]; }
    [[nodiscard]] bool showing() const { return m_showing; }
    /// Hands back the scene that is shown with this change, where it is one and a person made it.
    void edit(const QString& field, const std::function<void(schedule::Scene&)>& change);
    /// Once they are all there: undoing is the session's wherever the keyboard is, and the wheel scrolls the page where
    /// a field does not have the keyboard.
    void guardFields();
    bool eventFilter(QObject* watched, QEvent* event) override;
    void editGroup(const QString& field, const std::function<void(schedule::SceneGroup&)>& change);
    /// Marks a field whose value, by one of these paths, is among the problems.
    static void markInvalid(QWidget* field, const Diagnostics& problems, std::initializer_list<std::string_view> paths);

private:
    schedule::Scene m_scene;
    bool m_showing = false;
};

} // namespace blueprinting::ui
