import { useTranslation } from 'react-i18next';
import { PieceName } from '../item/piece-cells.tsx';
import { CostTag } from './cost-tag.tsx';
import type { ScanLine } from './scan-lines.ts';
import type { Findings } from './use-findings.ts';

export interface PiecesToSaveProps {
  lines: readonly ScanLine[];
  /** Null where nothing is investigated. */
  findings: Findings | null;
}

/** Named before they are saved: each piece, and where it is investigated the cause and who pays. */
export function PiecesToSave({ lines, findings }: PiecesToSaveProps) {
  const { t } = useTranslation('repair');
  if (lines.length === 0) return null;
  return (
    // A long list scrolls by keyboard too.
    <ul
      className="pieces-to-save grid rounded"
      aria-label={t('scan.pieces')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      data-testid="pieces-to-save"
    >
      {lines.map((line) => (
        <li key={line.item.id} data-testid={`to-save-${line.item.number}`}>
          <span className="clip">
            <bdi className="strong num">{line.item.number}</bdi>{' '}
            <span className="small muted">
              <PieceName item={line.item} />
            </span>
          </span>
          {findings !== null && <Found cause={findings.draftFor(line).cause} />}
        </li>
      ))}
    </ul>
  );
}

function Found({ cause }: { cause: string }) {
  const { t } = useTranslation(['repair', 'values']);
  return (
    <span className="row small">
      {t(`values:cause.${cause}`, cause)}
      <CostTag cause={cause} />
    </span>
  );
}
