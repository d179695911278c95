#!/bin/bash
# Writes report.md about a generation: its games, the losses of the training as a graph, and the match.
#SBATCH --time=10
{
    printf '# Generation\n\n## Games\n\n```\n'
    stonefall selfplay --stats games.takg
    printf '```\n\n## Training\n\n![Losses by epoch](new.svg)\n\n## Match of the new network against the current one\n\n```\n'
    stonefall parts pool match --out match.ptn --sprt "${SPRT:-elo0=0,elo1=10}"
    # A match that has decided early is complete.
    code=$?
    printf '```\n'
} > report.md
[ $code = 75 ] || exit $code
