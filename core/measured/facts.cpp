#include "core/measured/facts.h"

#include <algorithm>
#include <cctype>

namespace blueprinting::measured {
namespace {

std::string lower(std::string_view text)
{
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return out;
}

struct Year {
    std::string_view beginning; ///< of ids; the longest that fits counts
    int year;
};
constexpr Year kYears[] = {{"alpa22", 2022},
                           {"bigscience", 2021},
                           {"bloom", 2022},
                           {"deepspeed", 2022},
                           {"dgxc", 2025},
                           {"flashattn2", 2023},
                           {"glm", 2022},
                           {"gpt-neox", 2022},
                           {"korthikanti22", 2022},
                           {"llama3", 2024},
                           {"llmfoundry", 2023},
                           {"maxtext", 2024},
                           {"mbridge", 2025},
                           {"megascale24", 2024},
                           {"megatron-readme-2020", 2020},
                           {"megatron-readme-2021", 2021},
                           {"megatron-readme-h100-2024", 2024},
                           {"megatron-v1-blog-2020", 2020},
                           {"mlperf-v3", 2023},
                           {"mlperf-v4", 2024},
                           {"mtnlg530b", 2022},
                           {"nanotron", 2025},
                           {"narayanan21", 2021},
                           {"nemo-a100-2022", 2022},
                           {"nemo24", 2024},
                           {"opt", 2022},
                           {"pythia", 2023},
                           {"torchtitan-2024", 2024},
                           {"torchtitan-202506", 2025},
                           {"ulysses23", 2023},
                           {"vocabpar24", 2024},
                           {"vtrain24", 2023},
                           {"zb24", 2024}};

struct Name {
    std::string_view key, name;
};
constexpr Name kFamilies[] = {{"alpa22", "Alpa"},
                              {"bloom", "BLOOM"},
                              {"deepspeed", "DeepSpeed"},
                              {"dgxc", "DGX Cloud"},
                              {"flashattn2", "FlashAttention-2"},
                              {"glm", "GLM"},
                              {"gpt", "GPT-NeoX"},
                              {"korthikanti22", "Korthikanti"},
                              {"llama3", "Llama 3"},
                              {"llmfoundry", "LLM Foundry"},
                              {"maxtext", "MaxText"},
                              {"mbridge", "Megatron Bridge"},
                              {"megascale24", "MegaScale"},
                              {"megatron", "Megatron-LM"},
                              {"mlperf", "MLPerf"},
                              {"mtnlg530b", "MT-NLG"},
                              {"nanotron", "Nanotron"},
                              {"narayanan21", "Narayanan"},
                              {"nemo", "NeMo"},
                              {"opt", "OPT"},
                              {"pythia", "Pythia"},
                              {"torchtitan", "TorchTitan"},
                              {"ulysses23", "Ulysses"},
                              {"vocabpar24", "Vocabulary Parallelism"},
                              {"vtrain24", "vTrain"},
                              {"zb24", "Zero Bubble"}};

constexpr Name kSources[] = {
    {"Narayanan et al. arXiv:2104.04473 Table 1 (+ Megatron-LM run_table_1.sh)", "Narayanan 2021, table 1"},
    {"Narayanan et al. arXiv:2104.04473 Table 2", "Narayanan 2021, table 2"},
    {"Narayanan et al. arXiv:2104.04473 Section 5", "Narayanan 2021, section 5"},
    {"Korthikanti et al. arXiv:2205.05198 Tables 3, 5", "Korthikanti 2022, table 5"},
    {"Korthikanti et al. arXiv:2205.05198", "Korthikanti 2022, 530B on 2240"},
    {"Vocabulary Parallelism, Yeung et al. arXiv:2411.05288 Tables 1, 5", "Vocabulary Parallelism 2024"},
    {"vTrain, Bang et al. arXiv:2312.12391, VIA-Research/vTrain ground_truth_multi.csv", "vTrain 2023, multi-node"},
    {"vTrain, Bang et al. arXiv:2312.12391, VIA-Research/vTrain ground_truth_single.csv", "vTrain 2023, single node"},
    {"bigscience-workshop/bigscience tr11-176B-ml/chronicles-prequel.md", "BLOOM log, prequel"},
    {"bigscience-workshop/bigscience tr11-176B-ml (training log)", "BLOOM log, training"},
    {"BLOOM arXiv:2211.05100 p. 20 (second-hand)", "BLOOM paper"},
    {"Zero Bubble, Qi et al. arXiv:2401.10241 Tables 3-5", "Zero Bubble 2024"},
    {"MegaScale, Jiang et al. arXiv:2402.15627", "MegaScale 2024"},
    {"MegaScale, Jiang et al. arXiv:2402.15627 Fig. 9", "MegaScale 2024, figure 9"},
    {"Smith et al. arXiv:2201.11990 Section 2.4 (strategy second-hand)", "MT-NLG 2022"},
    {"alpa-projects/alpa osdi22_artifact; arXiv:2201.12023", "Alpa 2022"},
};

template <std::size_t N>
std::string_view name_of(const Name (&names)[N], std::string_view key)
{
    for (const Name& each : names)
        if (each.key == key)
            return each.name;
    return key;
}

} // namespace

std::string gpu_of(const Row& row)
{
    if (row.system)
        return *row.system;
    const Json note = row.json.value("system_note", Json());
    if (note.is_object() && note.contains("gpu") && note.at("gpu").is_string())
        return note.at("gpu").get<std::string>();
    return {};
}

bool is_gpu(const Row& row, std::string_view typed)
{
    const std::string name = lower(gpu_of(row));
    const std::string wanted = lower(typed);
    return name == wanted || name.substr(0, name.find_first_of("_- ")) == wanted;
}

std::optional<int> year_of(const Row& row)
{
    const Year* best = nullptr;
    for (const Year& each : kYears)
        if (row.id.starts_with(each.beginning) && (!best || best->beginning.size() < each.beginning.size()))
            best = &each;
    return best ? std::optional(best->year) : std::nullopt;
}

std::string_view family_title(std::string_view family) { return name_of(kFamilies, family); }

std::string_view short_source(std::string_view source) { return name_of(kSources, source); }

std::optional<double> tokens_per_second_per_gpu(const Row& row)
{
    if (row.tokens_per_second_per_gpu)
        return row.tokens_per_second_per_gpu;
    const auto seconds = row.seconds();
    return seconds ? tokens_per_second_per_gpu(row, *seconds) : std::nullopt;
}

std::optional<double> tokens_per_second_per_gpu(const Row& row, double seconds)
{
    if (!row.global_batch || !row.sequence || !row.gpus || seconds <= 0)
        return std::nullopt;
    return static_cast<double>(*row.global_batch) * static_cast<double>(*row.sequence) /
           (seconds * static_cast<double>(*row.gpus));
}

} // namespace blueprinting::measured
