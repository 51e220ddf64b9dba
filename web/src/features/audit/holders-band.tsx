import { useTranslation } from 'react-i18next';
import { useFromTo } from '../../shared/language/use-from-to.ts';
import { useMoments } from './use-moments.ts';
import type { HolderSpan } from './replay-state.ts';

interface HoldersBandProps {
  readonly spans: readonly HolderSpan[];
  /** The moment on screen. */
  readonly at: string;
  readonly onMoment: (at: string) => void;
}

/** A short stay is still seen. */
const LEAST_SHARE = 0.02;

/** Who held the piece, in order and by how long: a place on the way is a package, never a point on a map. */
export function HoldersBand({ spans, at, onMoment }: HoldersBandProps) {
  const { t } = useTranslation('replay');
  const { dateTime } = useMoments();
  const nameOf = useHolderName();
  const [first, last] = [spans.at(0), spans.at(-1)];
  if (first === undefined || last === undefined) return null;
  const whole = Math.max(1, Date.parse(last.end) - Date.parse(first.begin));
  return (
    <section className="holders" aria-label={t('holders')} data-testid="replay-holders">
      <span className="small muted">{t('holders')}</span>
      <ol>
        {spans.map((span) => {
          const share = (Date.parse(span.end) - Date.parse(span.begin)) / whole;
          const isCurrent = at >= span.begin && (at < span.end || span === last);
          return (
            <li
              key={span.begin}
              className={span.kind === 'shipment' ? 'phase-transit' : 'phase-shop'}
              style={{ flexGrow: Math.max(LEAST_SHARE, share) }}
            >
              <button
                type="button"
                aria-current={isCurrent ? 'step' : undefined}
                title={`${nameOf(span)} · ${dateTime(span.begin)}`}
                onClick={() => onMoment(span.begin)}
              >
                <bdi>{nameOf(span)}</bdi>
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** A place by its name; on the way from one to another by both. */
function useHolderName(): (span: HolderSpan) => string {
  const { t } = useTranslation('replay');
  const fromTo = useFromTo();
  return ({ kind, site, from, to }) => {
    if (kind === 'shipment') return fromTo([from, to || t('held.customer')]);
    return site || t(`held.${kind}`, kind);
  };
}
