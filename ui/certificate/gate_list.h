#pragma once
#include "core/certificate/gates.h"
#include "ui/widgets/forward.h"

#include <QWidget>

#include <array>
#include <vector>

namespace blueprinting::ui {

/// The gates of the held-out split: verdict, value, limit, and a thin bar of the allowance that is used.
class GateList : public QWidget {
    Q_OBJECT
public:
    explicit GateList(QWidget* parent = nullptr);
    /// `judged` false: the values are what the certificate states, nothing was recomputed.
    void setGates(const std::array<certificate::GateResult, 5>& gates, bool judged);

private:
    struct Row {
        IconLabel* icon;
        ToneLabel* name;
        ToneLabel* value;
        ToneLabel* limit;
        QWidget* bar;
    };
    std::vector<Row> m_rows;
};

} // namespace blueprinting::ui
