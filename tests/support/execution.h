#pragma once
#include <QByteArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace blueprinting::testing {

/// A whole execution in Calculon's keys (all but num_procs, the one that may be left out): what a test is about is
/// `given`, the rest is plain training on one processor of a system with two network tiers.
inline QJsonObject execution(const QJsonObject& given)
{
    QJsonObject out{{"tensor_par", 1},
                    {"pipeline_par", 1},
                    {"data_par", 1},
                    {"tensor_par_net", 0},
                    {"pipeline_par_net", 1},
                    {"data_par_net", 1},
                    {"batch_size", 1},
                    {"microbatch_size", 1},
                    {"datatype", "float16"},
                    {"fused_activation", false},
                    {"attention_type", "multihead"},
                    {"activation_recompute", "none"},
                    {"pipeline_interleaving", 1},
                    {"optimizer_sharding", false},
                    {"tensor_par_comm_type", "ar"},
                    {"tensor_par_overlap", "none"},
                    {"seq_par_ag_redo", false},
                    {"data_par_overlap", false},
                    {"weight_offload", false},
                    {"activations_offload", false},
                    {"optimizer_offload", false},
                    {"training", true}};
    for (auto each = given.begin(); each != given.end(); ++each)
        out[each.key()] = each.value();
    return out;
}

/// The same as the text of a file.
inline QByteArray execution_text(const QJsonObject& given)
{
    return QJsonDocument(execution(given)).toJson(QJsonDocument::Compact);
}

} // namespace blueprinting::testing
