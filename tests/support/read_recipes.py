#!/usr/bin/env python3
"""Reads recipes as the frameworks do, with readers that are not the program's: argparse with Megatron-LM's own names and
types (megatron/training/arguments.py), tomllib, json. Arguments: FORMAT=FILE …; prints one JSON list, an object of
settings for each."""
import argparse
import json
import os
import shlex
import sys
import tomllib


def megatron_parser():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    for name in ("num-layers", "seq-length", "tensor-model-parallel-size", "pipeline-model-parallel-size",
                 "context-parallel-size", "expert-model-parallel-size", "expert-tensor-parallel-size",
                 "num-layers-per-virtual-pipeline-stage", "micro-batch-size", "global-batch-size",
                 "recompute-num-layers"):
        parser.add_argument("--" + name, type=int, default=None)
    for name in ("sequence-parallel", "use-distributed-optimizer", "bf16", "fp16"):
        parser.add_argument("--" + name, action="store_true")
    parser.add_argument("--recompute-granularity", choices=["full", "selective"], default=None)
    parser.add_argument("--recompute-method", choices=["uniform", "block"], default=None)
    parser.add_argument("--recompute-modules", nargs="*", type=str, default=None)
    return parser


def megatron(text):
    words = shlex.split(text, comments=True)
    environment = dict(word.split("=", 1) for word in words if not word.startswith("--") and "=" in word)
    known = vars(megatron_parser().parse_args([word for word in words if "=" not in word]))
    known["WORLD_SIZE"] = int(environment["WORLD_SIZE"])
    return known


def main():
    readers = {"megatron": megatron, "torchtitan": tomllib.loads, "deepspeed": json.loads}
    out = []
    for argument in sys.argv[1:]:
        name, path = argument.split("=", 1)
        with open(path, encoding="utf-8") as file:
            out.append(readers[name](file.read()))
    json.dump(out, sys.stdout)
    return os.EX_OK


sys.exit(main())
