import type { JSX } from 'preact';

interface StepperProps {
  readonly move: number;
  readonly last: number;
  readonly words: string;
  readonly onGo: (move: number) => void;
}

/** Steps through a game; the arrow keys, Home and End do the same. */
export function Stepper({ move, last, words, onGo }: StepperProps): JSX.Element {
  const steps: readonly (readonly [string, string, number])[] = [
    ['|◀', 'To the start', 0],
    ['◀◀', 'Back ten moves', move - 10],
    ['◀', 'Back one move', move - 1],
    ['▶', 'One move on', move + 1],
    ['▶▶', 'Ten moves on', move + 10],
    ['▶|', 'To the end', last],
  ];
  return (
    <div class="stepper">
      <div class="buttons">
        {steps.map(([sign, label, to]) => (
          <button
            key={label}
            aria-label={label}
            title={label}
            disabled={to < move ? move === 0 : move === last}
            onClick={() => onGo(to)}
          >
            {sign}
          </button>
        ))}
      </div>
      <input
        type="range"
        min={0}
        max={last}
        value={move}
        aria-label="Move"
        aria-valuetext={words}
        onInput={(event) => onGo(Number(event.currentTarget.value))}
      />
      <output>{words}</output>
    </div>
  );
}
