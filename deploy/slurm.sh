#!/bin/sh
# The 50 chunks of the plan in the folder job: sgf-referee plan games --chunks 50 --out job; sbatch deploy/slurm.sh
#SBATCH --array=0-49
#SBATCH --cpus-per-task=2
#SBATCH --mem=3G
sgf-referee work --plan job --jobs "$SLURM_CPUS_PER_TASK"
