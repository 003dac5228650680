// The batch script for Slurm, as text and as a shell reads it.
#include "core/train/slurm_script.h"

#include <gtest/gtest.h>

namespace fovea {
namespace {

SlurmJob job() {
  SlurmJob job;
  job.nodes = 2;
  job.ranksOnEach = 4;
  job.threads = 8;
  job.time = "1-12:00:00";
  job.arguments = {"train", "--project", "my demo", "--set", "batch=256", "--name", "it's"};
  return job;
}

TEST(SlurmScript, AsksForTheRanksAndStartsThem) {
  const std::string text = slurmScript(job()).value();
  EXPECT_EQ(text.rfind("#!/bin/bash\n#SBATCH --job-name=fovea\n", 0), 0u);
  for (const char* line :
       {"#SBATCH --nodes=2\n", "#SBATCH --ntasks-per-node=4\n", "#SBATCH --cpus-per-task=8\n",
        "#SBATCH --time=1-12:00:00\n", "export OMP_NUM_THREADS=8\n",
        "exec mpirun -n 8 --map-by ppr:4:node:PE=8 --bind-to core fovea-cli train --project 'my demo' --set "
        "'batch=256' --name 'it'\\''s'\n"})
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  EXPECT_EQ(text.find("--partition"), std::string::npos);
  EXPECT_EQ(text.find("--gpus"), std::string::npos);
}

TEST(SlurmScript, WhatIsSetIsAskedFor) {
  SlurmJob wanted = job();
  wanted.partition = "long";
  wanted.memory = "64G";
  wanted.gpus = 4;
  const std::string text = slurmScript(wanted).value();
  EXPECT_NE(text.find("#SBATCH --partition=long\n#SBATCH --mem=64G\n"), std::string::npos) << text;
  EXPECT_NE(text.find("#SBATCH --gpus-per-node=4\n"), std::string::npos) << text;
}

TEST(SlurmScript, SeveralRanksAreAsManyAsTheGpus) {
  SlurmJob wanted = job();
  const auto fits = [&](int nodes, int ranks, int gpus) {
    wanted.nodes = nodes;
    wanted.ranksOnEach = ranks;
    wanted.gpus = gpus;
    return slurmScript(wanted).ok();
  };
  EXPECT_TRUE(fits(2, 4, 4));
  EXPECT_TRUE(fits(1, 1, 4));  // one process uses all of them
  EXPECT_TRUE(fits(2, 3, 0));
  EXPECT_FALSE(fits(1, 4, 1));
  EXPECT_FALSE(fits(2, 1, 4));
  EXPECT_EQ(slurmScript(wanted).error().message,
            "The number of ranks on each node, 1, is not that of its GPUs, 4: each rank uses one GPU.");
}

TEST(SlurmScript, WordsThatWouldBreakTheScriptAreRefused) {
  SlurmJob wrong = job();
  wrong.name = "a\n#SBATCH --account=other";
  EXPECT_EQ(slurmScript(wrong).error().code, ErrorCode::InvalidArgument);
  SlurmJob odd = job();
  odd.program = "/a b\nexit 1";
  EXPECT_NE(slurmScript(odd).value().find("--bind-to core '/a b\nexit 1' train"), std::string::npos);
  wrong = job();
  wrong.nodes = 0;
  EXPECT_EQ(slurmScript(wrong).error().message, "The number of nodes cannot be 0.");
  wrong = job();
  wrong.arguments = {"bench"};
  EXPECT_EQ(slurmScript(wrong).error().message, "A Slurm script trains or resumes.");
}

}  // namespace
}  // namespace fovea
