import type { WordingView } from '@atelier/contracts/messages/schema.ts';
import { SENDER_NAME_LENGTH } from '@atelier/domain/messages/contract.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../lib/api/use-command.ts';
import { sitesQuery } from '../../shared/queries/sites.ts';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Select } from '@atelier/ui/controls/select.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import { wordingQuery } from './queries.ts';

interface SenderFormProps {
  view: WordingView;
  mayChange: boolean;
}

const EVERY_SHOP = '';

/** Name and address of one shop's sender, or of all shops without a separate one. */
export function SenderForm({ view, mayChange }: SenderFormProps) {
  const { t } = useTranslation('messages');
  const [shop, setShop] = useState(EVERY_SHOP);
  const sites = useQuery(sitesQuery()).data?.data ?? [];
  const siteId = shop === EVERY_SHOP ? null : Number(shop);
  const own = view.senders.find((sender) => sender.site_id === siteId);
  const options = [
    { value: EVERY_SHOP, label: t('wording.everyShop') },
    ...sites
      .filter(({ kind }) => kind === 'shop')
      .map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  return (
    <div className="wording-form">
      <Select
        label={t('wording.shop')}
        value={shop}
        options={options}
        onChange={(event) => setShop(event.target.value)}
        testId="sender-shop"
      />
      <SenderFields
        key={shop}
        siteId={siteId}
        initial={{ name: own?.name ?? '', address: own?.address ?? '' }}
        mayChange={mayChange}
      />
    </div>
  );
}

interface Sender {
  name: string;
  address: string;
}

function SenderFields(props: { siteId: number | null; initial: Sender; mayChange: boolean }) {
  const { siteId, initial, mayChange } = props;
  const { t } = useTranslation('messages');
  const [sender, setSender] = useState(initial);
  const [issue, setIssue] = useState('');
  const save = useCommand(
    (given: Sender) => ({ path: '/system/messages/sender', body: { site_id: siteId, ...given } }),
    {
      quiet: ['invalid_input', 'validation_failed'],
      invalidates: [wordingQuery().queryKey],
      done: t('wording.saved'),
      onSuccess: () => setIssue(''),
      onError: ({ status }) => setIssue(status === 400 ? t('issue.bad_address') : ''),
    },
  );
  return (
    <>
      <TextField
        label={t('wording.senderName')}
        value={sender.name}
        maxLength={SENDER_NAME_LENGTH}
        disabled={!mayChange}
        onChange={(event) => setSender({ ...sender, name: event.target.value })}
        testId="sender-name"
      />
      <TextField
        label={t('wording.senderAddress')}
        hint={t('wording.senderHint')}
        value={sender.address}
        dir="ltr"
        error={issue === '' ? undefined : issue}
        disabled={!mayChange}
        onChange={(event) => setSender({ ...sender, address: event.target.value.trim() })}
        testId="sender-address"
      />
      {mayChange && (
        <span>
          <Button busy={save.isPending} onClick={() => save.mutate(sender)} testId="sender-save">
            {t('wording.save')}
          </Button>
        </span>
      )}
    </>
  );
}
