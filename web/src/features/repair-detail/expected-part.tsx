import type { ItemFileView } from '@atelier/contracts/repair-detail/file-schema.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { ExpectedMark } from '../../shared/expected/expected-cell.tsx';

type Named = ItemFileView['expected'][number];

interface ExpectedPartProps {
  item: ItemView;
  file: ItemFileView | undefined;
}

/** When the piece is expected to be ready, what moved that date last, and the dates that were named before. */
export function ExpectedPart({ item, file }: ExpectedPartProps) {
  const { t } = useTranslation('expected');
  const { date } = useStaffFormat();
  const { expected } = item;
  const named = file?.expected ?? [];
  if (expected === null && named.length === 0) return null;
  return (
    <section className="part" data-testid="expected-part">
      <h3>{t('label')}</h3>
      {expected !== null && (
        <p className="row wrap gap-8" data-testid="expected-now">
          <span className="strong">
            {t('about', { likely: date(expected.likely), latest: date(expected.latest) })}
          </span>
          <ExpectedMark item={item} />
        </p>
      )}
      {expected !== null && named[0] !== undefined && <MovedBy named={named[0]} before={named[1]} />}
      {named.length > (expected === null ? 0 : 1) && (
        <Earlier named={expected === null ? named : named.slice(1)} />
      )}
    </section>
  );
}

/** The event that moved the date, or the deposit that gave the first one. */
function MovedBy({ named, before }: { named: Named; before: Named | undefined }) {
  const { t } = useTranslation('expected');
  const { dateTime } = useStaffFormat();
  const why = useWhy()(named);
  const way = before === undefined ? 'first' : before.latest < named.latest ? 'later' : 'sooner';
  return (
    <p className="small muted" data-testid="expected-why" data-way={way}>
      {t(way, { why, at: dateTime(named.at) })}
    </p>
  );
}

function Earlier({ named }: { named: readonly Named[] }) {
  const { t } = useTranslation('expected');
  const { date, dateTime } = useStaffFormat();
  const whyOf = useWhy();
  return (
    <details>
      <summary data-testid="expected-earlier">{t('earlier')}</summary>
      <ul className="stack gap-5">
        {named.map((one) => (
          <li key={one.at} className="small" data-testid="expected-named">
            <span className="num">{t('days', { likely: date(one.likely), latest: date(one.latest) })}</span>{' '}
            <span className="muted">{t('first', { why: whyOf(one), at: dateTime(one.at) })}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** What moved a date, in words: a move by the stage that it led to, an event as the timeline calls it. */
function useWhy(): (named: Named) => string {
  const { t, i18n } = useTranslation(['expected', 'history', 'status']);
  return ({ because: { kind, type, to_status: to } }) => {
    if (kind !== 'event') return t(`expected:why.${kind}`);
    if (to !== null) return t(`status:name.${to}`);
    return i18n.exists(`history:event.${type ?? ''}`)
      ? t(`history:event.${type ?? ''}`)
      : t('expected:why.model');
  };
}
