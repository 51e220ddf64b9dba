import type { CustodySpanView } from '@atelier/contracts/custody/schema.ts';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { screenNow } from '../../lib/time/screen-clock.ts';
import { Holder, Since, tintOf } from './holder.tsx';

interface ChainProps {
  chain: readonly CustodySpanView[];
  /** The moment asked for; null = now. */
  at: string | null;
}

/** Every holder of a jewel, the present one first: glyph, place, since when, how long, by whom. */
export function CustodyChain({ chain, at }: ChainProps) {
  const { t } = useTranslation('custody');
  return (
    <ol className="chain" data-testid="custody-chain">
      {chain.toReversed().map((span) => (
        <li
          key={`${span.piece} ${span.position}`}
          className={`phase-${tintOf(span.holder)}`}
          data-open={span.until === null || undefined}
          data-piece={span.piece}
        >
          <Holder holder={span.holder} />
          <Since span={span} />
          {span.piece > 0 ? (
            <span className="small faint">{t('oldPiece')}</span>
          ) : (
            <HowLong span={span} at={at} />
          )}
        </li>
      ))}
    </ol>
  );
}

function HowLong({ span, at }: { span: CustodySpanView; at: string | null }) {
  const { t } = useTranslation('custody');
  const format = useStaffFormat();
  const end = span.until ?? at;
  const ms = (end === null ? screenNow() : Date.parse(end)) - Date.parse(span.since);
  const age = <bdi aria-hidden>{format.age(ms)}</bdi>;
  return (
    <span className="small faint how-long" title={t(span.until === null ? 'soFar' : 'howLong')}>
      {age}
      <span className="sr-only">{format.ageLong(ms)}</span>
    </span>
  );
}
