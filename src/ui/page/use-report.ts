import { useEffect, useState } from 'preact/hooks';
import type { GameReport } from '../../referee/report.js';
import { RULESET_NAMES } from '../../rules/rulesets.js';
import type { GameBytes, Run, RunRow } from './backend.js';
import { createReferees } from './referee.js';
import type { Decided } from './referee-messages.js';

/** One worker judges the game that is looked at: what the user flips must not wait for anything else. */
const referees = createReferees(1);

interface Judged {
  readonly first: GameReport | undefined;
  readonly report: GameReport | undefined;
  readonly problem: string;
}

/** The report of a game as it was judged at first, and with the dead stones that the user decided. */
export function useReport(run: Run, row: RunRow, decided: Decided | undefined): Judged {
  const [bytes, setBytes] = useState<GameBytes>();
  const [first, setFirst] = useState<GameReport>();
  const [now, setNow] = useState<{ readonly report: GameReport; readonly decided: Decided }>();
  const [problem, setProblem] = useState('');
  const { file, game } = row;

  useEffect(() => {
    run.gameBytes(row).then(setBytes, (error: unknown) => setProblem(wordsOf(error)));
  }, [run, row]);

  useEffect(() => {
    if (!bytes) return undefined;
    let isLate = false;
    referees
      .game({ file, game, bytes, options: run.options, rulesets: RULESET_NAMES, decided })
      .then((report) => {
        if (isLate) return;
        if (decided) setNow({ report, decided });
        else setFirst(report);
      })
      .catch((error: unknown) => setProblem(wordsOf(error)));
    return () => {
      isLate = true;
    };
  }, [bytes, decided, file, game, run]);

  // Until the answer comes, what was last decided stays on the board.
  return { first, report: decided && now ? now.report : first, problem };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
