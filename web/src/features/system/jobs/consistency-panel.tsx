import { classNames } from '@atelier/ui/class-names.ts';
import { useTranslation } from 'react-i18next';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { useWash } from '@atelier/ui/feedback/use-wash.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import type { RowOf } from '../queries.ts';

interface ConsistencyPanelProps {
  checks: readonly RowOf<'consistency'>[];
  differences: readonly RowOf<'difference'>[];
}

/** Whether the read models say what the log says: how far the comparison is, and what did not fit. */
export function ConsistencyPanel({ checks, differences }: ConsistencyPanelProps) {
  const { t } = useTranslation('jobs');
  const [check] = checks;
  if (check === undefined) return null;
  return (
    <Panel title={t('consistency.title')} testId="consistency">
      <CheckFacts check={check} />
      {differences.toSorted(byNeed).map((difference) => (
        <DifferenceRow key={difference.id} difference={difference} />
      ))}
    </Panel>
  );
}

/** What still stands first, then the newest. */
const byNeed = (a: RowOf<'difference'>, b: RowOf<'difference'>): number =>
  Number(a.repaired_at !== null) - Number(b.repaired_at !== null) || b.at.localeCompare(a.at);

function CheckFacts({ check }: { check: RowOf<'consistency'> }) {
  const { t } = useTranslation('jobs');
  const { number, dateTime } = useStaffFormat();
  if (check.at === null) return <p className="panel-body muted small">{t('consistency.never')}</p>;
  const standing =
    check.open > 0
      ? t('consistency.open', { count: check.open, number: number(check.open) })
      : t(check.found > 0 ? 'consistency.sound' : 'consistency.none');
  const facts = [
    t('consistency.last', { time: dateTime(check.at) }),
    t('consistency.streams', { count: check.streams, number: number(check.streams) }),
    ...(check.skipped > 0 ? [t('consistency.skipped', { number: number(check.skipped) })] : []),
    check.swept_at === null
      ? t('consistency.notSwept')
      : t('consistency.swept', { time: dateTime(check.swept_at) }),
  ];
  return (
    <div className="panel-body stack small" data-testid="consistency-check" data-open={check.open}>
      <span className="strong">{standing}</span>
      <span className="muted">{facts.join(' · ')}</span>
    </div>
  );
}

function DifferenceRow({ difference }: { difference: RowOf<'difference'> }) {
  const { t } = useTranslation('jobs');
  const { dateTime } = useStaffFormat();
  const isFresh = useWash(difference.version);
  const { table, key, columns, at, repaired_at: repairedAt } = difference;
  const stage = repairedAt === null ? 'open' : 'repaired';
  const times = [
    dateTime(at),
    ...(repairedAt === null ? [] : [t('consistency.repaired', { time: dateTime(repairedAt) })]),
  ];
  return (
    <div
      className={classNames('lined job-row grid middle pad-10', isFresh && 'washed')}
      data-testid={`difference-${table}`}
      data-state={stage}
    >
      <div className="job-words">
        <bdi className="strong">{table}</bdi>
        <bdi className="small muted num">{key}</bdi>
      </div>
      <div className="job-story small">
        <span>{t(`consistency.kind.${difference.difference}`)}</span>
        {columns.length > 0 && <bdi className="job-error">{columns.join(', ')}</bdi>}
        <span className="muted">{times.join(' · ')}</span>
      </div>
      <Tag>{t(`consistency.stage.${stage}`)}</Tag>
    </div>
  );
}
