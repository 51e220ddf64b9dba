import { readQuery } from '../../../lib/api/read-query.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { historyQuery } from '../../../shared/queries/item.ts';
import { feeLinkStory, type FeeLinkStory } from './fee-link-story.ts';
import './fee-link.css';

/** What a customer signed for fees of this piece, the newest first; read again with each answer. */
const feeSignaturesQuery = (itemId: number, at: string) =>
  readQuery(['shipping', 'fee-signatures', itemId, at], '/getSignature', {
    rma_item_id: itemId,
    kind: 'fee',
  });

/** Whether the customer was asked by link, and who answered what, when and with which signature. */
export function FeeLinkNote({ item }: { item: ItemView }) {
  const { t } = useTranslation(['rma', 'terms']);
  const format = useStaffFormat();
  // A bench sees no amounts.
  const isTold = item.repair_fee_ccy !== '';
  const history = useQuery({ ...historyQuery(item.id), enabled: isTold }).data?.data;
  const story = isTold ? feeLinkStory(history ?? []) : null;
  if (story === null) return null;
  const values = {
    amount: format.money(story.amount, item.repair_fee_ccy),
    at: format.dateTime(story.at),
    name: story.name || t('rma:feeLink.erased'),
  };
  return (
    <div
      className="fee-link-note stack gap-8 line-above small"
      data-testid="fee-link-note"
      data-state={story.state}
    >
      <p>{t(`rma:feeLink.state.${story.state}`, values)}</p>
      {isAnswered(story) && (
        <FeeSignature itemId={item.id} at={story.at} label={t('terms:field.signature')} />
      )}
    </div>
  );
}

const isAnswered = ({ state }: FeeLinkStory): boolean => state === 'approved' || state === 'declined';

function FeeSignature({ itemId, at, label }: { itemId: number; at: string; label: string }) {
  const [newest] = useQuery(feeSignaturesQuery(itemId, at)).data?.data ?? [];
  if (newest === undefined || newest.signer_name === '') return null;
  return (
    <figure data-testid="fee-signature">
      <figcaption className="faint">{label}</figcaption>
      {newest.image === null ? (
        <span className="typed">
          <bdi>{newest.signer_name}</bdi>
        </span>
      ) : (
        <img src={newest.image} alt={newest.signer_name} width={180} height={62} />
      )}
    </figure>
  );
}
