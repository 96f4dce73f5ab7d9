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
    {"NVIDIA/Megatron-LM README 152aab304d (Jan 2021)", "Megatron-LM README 2021"},
    {"NVIDIA/Megatron-LM README tables.tex 5281919420 (Sep 2020)", "Megatron-LM README 2020"},
    {"nv-adlr.github.io megatron-lm-v1.md Table 1", "Megatron-LM blog 2020"},
    {"NVIDIA/Megatron-LM README, core r0.8.0 (Jul 2024)", "Megatron-LM README 2024"},
    {"NVIDIA/Megatron-LM examples/llama/README.md", "Megatron-LM, Llama example"},
    {"bigscience-workshop/bigscience experiments/tr3m-1B3.md", "BigScience 1.3B on V100"},
    {"NVIDIA DGX Cloud recipe NeMo GPT3-175B README", "DGX Cloud, GPT-3 175B"},
    {"NVIDIA/dgxc-benchmarking v25.04.02", "DGX Cloud 25.04"},
    {"NVIDIA/dgxc-benchmarking v25.05.05", "DGX Cloud 25.05"},
    {"NVIDIA/NeMo-Megatron-Launcher examples/README.md (24.05)", "NeMo 24.05"},
    {"NVIDIA/NeMo docs performance_summary.md (24.07)", "NeMo 24.07"},
    {"NVIDIA/NeMo docs performance_long_sequence.md (24.03)", "NeMo 24.03, long sequences"},
    {"NVIDIA/NeMo-Megatron README 7.1 (2022-23)", "NeMo Megatron 2022"},
    {"NVIDIA-NeMo/Megatron-Bridge performance-summary-archive.md 067f987d", "Megatron Bridge 2025"},
    {"mosaicml/llm-foundry scripts/train/benchmarking/README.md", "LLM Foundry 2023"},
    {"pytorch/torchtitan benchmarks/llama3_h100_202412", "TorchTitan 2024-12"},
    {"pytorch/torchtitan benchmarks/asyncTP_llama3_h100_2025-06", "TorchTitan 2025-06, async TP"},
    {"pytorch/torchtitan benchmarks/llama3-8b_h200_202506", "TorchTitan 2025-06, H200"},
    {"pytorch/torchtitan docs/performance.md (2024)", "TorchTitan 2024"},
    {"huggingface/nanotron docs/benchmark_summary.svg", "Nanotron 2025"},
    {"deepspeedai/DeepSpeed 2022-07-26-deepspeed-azure.md", "DeepSpeed on Azure 2022"},
    {"DeepSpeed-Ulysses, Jacobs et al. arXiv:2309.14509 Tables 2-3", "Ulysses 2023"},
    {"Llama 3 Herd of Models arXiv:2407.21783 Table 4", "Llama 3 2024, table 4"},
    {"OPT, Zhang et al. arXiv:2205.01068", "OPT 2022"},
    {"GPT-NeoX-20B arXiv:2204.06745 (second-hand), configs/20B.yml", "GPT-NeoX 2022"},
    {"GLM-130B, Zeng et al. arXiv:2210.02414", "GLM-130B 2022"},
    {"FlashAttention-2, Dao arXiv:2307.08691 Table 1", "FlashAttention-2 2023"},
    {"Pythia, Biderman et al. arXiv:2304.01373 Table 5 (GPU hours of a run)", "Pythia 2023"},
    {"AI-Hypercomputer/maxtext TPU READMEs", "MaxText on TPU"},
    {"AI-Hypercomputer/maxtext gpu/a3/llama_2_7b", "MaxText on A3"},
    {"MLPerf Training v3.0 GPT-3, mlcommons/training_results_v3.0 NVIDIA/results/dgxh100_n64_nemo",
     "MLPerf 3.0, DGX H100, 64 nodes"},
    {"MLPerf Training v3.0 GPT-3, mlcommons/training_results_v3.0 NVIDIA/results/dgxh100_n96_nemo",
     "MLPerf 3.0, DGX H100, 96 nodes"},
    {"MLPerf Training v3.0 GPT-3, mlcommons/training_results_v3.0 NVIDIA_CoreWeave/results/coreweave_hgxh100_n96_ngc",
     "MLPerf 3.0, CoreWeave, 96 nodes"},
    {"MLPerf Training v3.0 GPT-3, mlcommons/training_results_v3.0 NVIDIA_CoreWeave/results/coreweave_hgxh100_n448_ng",
     "MLPerf 3.0, CoreWeave, 448 nodes"},
    {"MLPerf Training v3.1 GPT-3, mlcommons/training_results_v3.1 NVIDIA/results/eos_n64_ngc23.09_nemo",
     "MLPerf 3.1, Eos, 64 nodes"},
    {"MLPerf Training v3.1 GPT-3, mlcommons/training_results_v3.1 NVIDIA/results/eos_n96_ngc23.09_nemo",
     "MLPerf 3.1, Eos, 96 nodes"},
    {"MLPerf Training v3.1 GPT-3, mlcommons/training_results_v3.1 NVIDIA/results/eos-dfw_n512_ngc23.09_nemo",
     "MLPerf 3.1, Eos, 512 nodes"},
    {"MLPerf Training v3.1 GPT-3, mlcommons/training_results_v3.1 NVIDIA/results/eos-dfw_n1280_ngc23.09_nemo",
     "MLPerf 3.1, Eos, 1280 nodes"},
    {"MLPerf Training v3.1 GPT-3, mlcommons/training_results_v3.1 NVIDIA/results/eos-dfw_n1344_ngc23.09_nemo",
     "MLPerf 3.1, Eos, 1344 nodes"},
    {"MLPerf Training v3.1 GPT-3, mlcommons/training_results_v3.1 Azure+NVIDIA/results/ND_H100_v5_n1344_pytorch",
     "MLPerf 3.1, Azure, 1344 nodes"},
    {"MLPerf Training v4.0 GPT-3, mlcommons/training_results_v4.0 NVIDIA/results/eos_n64_ngc24.04_nemo",
     "MLPerf 4.0, Eos, 64 nodes"},
    {"MLPerf Training v4.0 GPT-3, mlcommons/training_results_v4.0 NVIDIA/results/eos-dfw_n1344_ngc24.04_nemo",
     "MLPerf 4.0, Eos, 1344 nodes"},
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
    const auto begins = [&](std::string_view beginning) {
        if (!row.id.starts_with(beginning))
            return false;
        // "opt" is neither the beginning of "optimus-1" nor of "opt2-1"; a beginning within a family goes on in digits.
        const char next = row.id.size() > beginning.size() ? row.id[beginning.size()] : '-';
        const bool digit = next >= '0' && next <= '9';
        return next == '-' || next == '.' || (digit && beginning.find('-') != std::string_view::npos);
    };
    const Year* best = nullptr;
    for (const Year& each : kYears)
        if (begins(each.beginning) && (!best || best->beginning.size() < each.beginning.size()))
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
