import type { WallCall, WallPacking, WallPickup } from '@atelier/contracts/dashboard/wall-schema.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { AgeCell } from '../../../shared/item/piece-cells.tsx';
import { PieceImage } from '../../../shared/item/piece-image.tsx';
import { useLanguageName } from '../../../shared/language/language-name.ts';

interface WallRowProps {
  piece: Pick<WallPickup, 'number' | 'kind' | 'image'>;
  picturePx: number;
  /** Under the number, the first of them isolated from its line. */
  facts: readonly string[];
  before?: ReactNode;
  isNext?: boolean;
  children?: ReactNode;
}

/** A piece: picture, whole number, what one calls out, and at its end what to do about it. */
function WallRow({ piece, picturePx, facts, before, isNext, children }: WallRowProps) {
  return (
    <li
      className="shop-wall-card flex middle rounded on-surface"
      data-testid={`wall-card-${piece.number}`}
      data-next={isNext || undefined}
    >
      {before}
      <PieceImage kind={piece.kind} src={piece.image} size={picturePx} />
      <span className="shop-wall-piece">
        <bdi className="nowrap num" dir="ltr">
          <b>{piece.number}</b>
        </bdi>
        <span className="clip muted">
          {facts.map((fact, index) => (
            <span key={index}>
              {index > 0 && ' · '}
              <bdi>{fact}</bdi>
            </span>
          ))}
        </span>
      </span>
      {children}
    </li>
  );
}

const filled = (facts: readonly string[]): readonly string[] => facts.filter((fact) => fact !== '');

interface PickupRowProps {
  row: WallPickup;
  picturePx: number;
  /** One of the column has a time: all leave room for it. */
  hasTimes: boolean;
  isNext: boolean;
}

export function PickupRow({ row, picturePx, hasTimes, isNext }: PickupRowProps) {
  const { t } = useTranslation(['dashboard', 'terms']);
  const { money } = useStaffFormat();
  const fee = row.fee === 'open' ? money(row.fee_open, row.currency) : t(`dashboard:wall.fee.${row.fee}`);
  const place = row.storage?.tray || row.storage?.safe;
  return (
    <WallRow
      piece={row}
      picturePx={picturePx}
      facts={filled([row.initials, fee])}
      before={hasTimes && <span className="shop-wall-time num">{row.from}</span>}
      isNext={isNext}
    >
      {place && (
        <span className="shop-wall-tray" data-testid="wall-tray">
          <span className="sr-only">{t('terms:field.tray')}</span> <bdi>{place}</bdi>
        </span>
      )}
    </WallRow>
  );
}

export const PackRow = ({ row, picturePx }: { row: WallPacking; picturePx: number }) => (
  <WallRow piece={row} picturePx={picturePx} facts={[row.name]}>
    <AgeCell item={row} />
  </WallRow>
);

export function CallRow({ row, picturePx }: { row: WallCall; picturePx: number }) {
  const languageName = useLanguageName();
  return (
    <WallRow piece={row} picturePx={picturePx} facts={filled([row.initials, languageName(row.language)])}>
      <AgeCell item={row} />
    </WallRow>
  );
}
