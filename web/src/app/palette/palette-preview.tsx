import type { ContactView } from '@atelier/contracts/reference/schema.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { AtSign, Languages, Phone, Store, UserRound, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '@atelier/ui/feedback/states.tsx';
import { nameOf } from '../../lib/i18n/languages.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { AgeCell, PieceCell, PieceName, StageCell } from '../../shared/item/piece-cells.tsx';
import { PieceImage } from '../../shared/item/piece-image.tsx';
import { phaseOf } from '../../shared/item/stage.ts';
import { customerRepairsQuery } from '../../shared/queries/reference.ts';
import { StoragePlace } from '../../shared/storage/storage-place.tsx';
import type { Entry } from './entry.ts';
import { nameOfClient } from './use-found.tsx';

/** The marked client or piece, before one goes there. */
export function PalettePreview({ about }: { about: NonNullable<Entry['about']> }) {
  return (
    <aside className="palette-preview stack" data-testid="palette-preview">
      {'client' in about ? <AboutClient client={about.client} /> : <AboutPiece item={about.item} />}
    </aside>
  );
}

function AboutClient({ client }: { client: ContactView }) {
  return (
    <>
      <h2 className="size-l">
        <bdi>{nameOfClient(client)}</bdi>
      </h2>
      <div className="stack gap-8">
        <Line icon={<Phone aria-hidden />}>{client.fullphone}</Line>
        <Line icon={<AtSign aria-hidden />}>{client.email}</Line>
        <Line icon={<Languages aria-hidden />}>{nameOf(client.language)}</Line>
      </div>
      {client.id !== null && <Repairs customerId={client.id} />}
    </>
  );
}

const SHOWN = 4;

function Repairs({ customerId }: { customerId: number }) {
  const { t } = useTranslation('palette');
  const repairs = useQuery(customerRepairsQuery(customerId));
  if (repairs.isPending) return <Skeleton rows={3} height={44} gap={10} />;
  const open = (repairs.data?.data ?? []).filter((item) => phaseOf(item.rma_status_id) !== 'done');
  if (open.length === 0) return <p className="small muted">{t('about.noPiece')}</p>;
  return (
    <div className="stack gap-10">
      <div className="palette-heading">{t('about.pieces')}</div>
      {open.slice(0, SHOWN).map((item) => (
        <div key={item.id} className="row gap-8 between">
          <PieceCell item={item} />
          <StageCell status={item.rma_status_id} bar={false} />
        </div>
      ))}
    </div>
  );
}

function AboutPiece({ item }: { item: ItemView }) {
  const { t } = useTranslation('terms');
  const format = useStaffFormat();
  return (
    <>
      <div className="palette-picture grid centred rounded">
        <PieceImage kind={item.product_kind} src={item.product_image} size={180} />
      </div>
      <div>
        <h2 className="size-l">
          <bdi>{item.number}</bdi>
        </h2>
        <p className="muted">
          <PieceName item={item} />
        </p>
      </div>
      <div className="row gap-8 wrap">
        <StageCell status={item.rma_status_id} bar={false} />
        <AgeCell item={item} />
      </div>
      {item.storage !== null && <StoragePlace place={item.storage} />}
      <div className="stack gap-8">
        <Line icon={<UserRound aria-hidden />}>{item.fullname}</Line>
        <Line icon={<Phone aria-hidden />}>{item.fullphone}</Line>
        <Line icon={<Store aria-hidden />}>{item.store_name}</Line>
        <Line icon={<Wallet aria-hidden />}>
          {item.fee_open > 0 && `${t('field.open')}: ${format.money(item.fee_open, item.repair_fee_ccy)}`}
        </Line>
      </div>
    </>
  );
}

/** Left out where the account is not shown the value. */
function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  if (!children) return null;
  return (
    <div className="palette-fact row gap-10 small">
      {icon}
      <bdi className="clip">{children}</bdi>
    </div>
  );
}
