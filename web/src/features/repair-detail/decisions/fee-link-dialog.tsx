import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Dialog } from '@atelier/ui/windows/dialog.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import type { DataOf } from '../../../lib/api/calls.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { copyText } from '@atelier/ui/feedback/copy-text.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { useRefreshItem } from '../../../shared/item/use-refresh-item.ts';
import { historyQuery } from '../../../shared/queries/item.ts';
import { FeeChange } from './fee-change.tsx';
import { FeeLinkSend } from './fee-link-send.tsx';
import { feeLinkStory } from './fee-link-story.ts';
import './fee-link.css';

type MadeLink = DataOf<'POST', '/rma/fee/link'>;

/** A link for the customer's own phone, shown once; a new one ends the one before (product/repair.md §12.1). */
export function FeeLinkDialog({ item, onClose }: { item: ItemView; onClose: () => void }) {
  const { t } = useTranslation(['rma', 'feelink', 'common']);
  const format = useStaffFormat();
  const refresh = useRefreshItem(item);
  const [made, setMade] = useState<MadeLink | null>(null);
  const story = feeLinkStory(useQuery(historyQuery(item.id)).data?.data ?? []);
  const isOpen = story?.state === 'open';
  const body = { rma_item_id: item.id };
  const make = useCommand(() => ({ path: '/rma/fee/link', body }), {
    onSuccess: ({ data }) => {
      setMade(data);
      refresh();
    },
  });
  const revoke = useCommand(() => ({ path: '/rma/fee/link/revoke', body }), {
    done: t('feelink:revoked'),
    onSuccess: () => {
      refresh();
      onClose();
    },
  });
  const amount = format.money(item.repair_fee, item.repair_fee_ccy);
  return (
    <Dialog
      open
      transient
      onClose={onClose}
      title={t('feelink:title')}
      size={480}
      testId="fee-link-dialog"
      footer={
        <>
          {isOpen && (
            <Button
              variant="danger"
              busy={revoke.isPending}
              onClick={() => revoke.mutate()}
              testId="fee-link-revoke"
            >
              {t('feelink:revoke')}
            </Button>
          )}
          <Button onClick={onClose} testId="fee-link-close">
            {t('common:close')}
          </Button>
          {made === null && (
            <Button
              variant="primary"
              busy={make.isPending}
              onClick={() => make.mutate()}
              testId="fee-link-make"
            >
              {t(isOpen ? 'feelink:makeNew' : 'feelink:make')}
            </Button>
          )}
        </>
      }
    >
      <div className="fee-link stack gap-14 items-start">
        <FeeChange item={item} />
        <p>{t('feelink:body', { amount })}</p>
        {isOpen && made === null && (
          <p className="small muted">{t('feelink:isOpen', { at: format.dateTime(story.at) })}</p>
        )}
        {made !== null && <NewLink {...made} />}
        <FeeLinkSend
          item={item}
          isShown={made !== null}
          onSent={() => {
            refresh();
            onClose();
          }}
        />
      </div>
    </Dialog>
  );
}

/** Shown only now: afterwards it cannot be read again, by us either. */
function NewLink({ link, qr }: MadeLink) {
  const { t } = useTranslation(['rma', 'feelink']);
  const words = { copied: t('feelink:copied'), notCopied: t('feelink:notCopied') };
  return (
    <>
      <TextField
        label={t('feelink:link')}
        value={link}
        readOnly
        dir="ltr"
        onFocus={(event) => event.target.select()}
        testId="fee-link-text"
      />
      <Button
        icon={<Copy size={16} aria-hidden />}
        onClick={() => void copyText(link, words)}
        testId="fee-link-copy"
      >
        {t('feelink:copy')}
      </Button>
      <img src={qr} alt={t('feelink:qr')} width={180} height={180} data-testid="fee-link-qr" />
      <p className="small muted">{t('feelink:once')}</p>
    </>
  );
}
