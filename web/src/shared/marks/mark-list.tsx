import type { Mark } from './mark.ts';
import './marks.css';

/** What the marks say, by their numbers. */
export function MarkList({ marks, testId = 'marks' }: { marks: readonly Mark[]; testId?: string }) {
  if (marks.length === 0) return null;
  return (
    <ol className="mark-list" data-testid={testId}>
      {marks.map(({ text }, index) => (
        // The place in the list is the mark's number.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>
          <span className="mark-no num" aria-hidden>
            {index + 1}
          </span>
          <span dir="auto">{text}</span>
        </li>
      ))}
    </ol>
  );
}
