import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import type { ReceiptExtra, ReceiptView } from '@atelier/contracts/shipping/receiving-schema.ts';
import { CirclePlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import type { Receiving } from './use-receiving.ts';

const HandBackDialog = lazyPart(() => import('./hand-back-dialog.tsx'), 'HandBackDialog');

export interface ExtrasPanelProps {
  receipt: ReceiptView;
  /** Null where it is only looked at. */
  receiving: Receiving | null;
}

/** What lay in the package and is not on its list: apart until it is taken in, or goes back (product/shipping.md §7). */
export function ExtrasPanel({ receipt, receiving }: ExtrasPanelProps) {
  const { t } = useTranslation('receiving');
  const [asked, setAsked] = useState<string | null>(null);
  if (receipt.extras.length === 0) return null;
  return (
    <Panel title={t('extras.title')} testId="extras-panel">
      {receipt.extras.map((extra) => (
        <ExtraRow
          key={extra.code}
          extra={extra}
          receiving={receiving}
          onHandBack={() => setAsked(extra.code)}
        />
      ))}
      {asked !== null && receiving !== null && (
        <Suspense fallback={null}>
          <HandBackDialog code={asked} receiving={receiving} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </Panel>
  );
}

interface ExtraRowProps {
  extra: ReceiptExtra;
  receiving: Receiving | null;
  onHandBack: () => void;
}

function ExtraRow({ extra, receiving, onHandBack }: ExtraRowProps) {
  const { t } = useTranslation('receiving');
  const format = useStaffFormat();
  const { code, state, is_known: isKnown, at, by } = extra;
  const isBusy = receiving?.adopt.isPending === true && receiving.adopt.variables === code;
  return (
    <div
      className="lined extra-row grid middle gap-12 pad-10"
      data-testid={`extra-${code}`}
      data-state={state}
    >
      <CirclePlus aria-hidden size={20} className="muted" />
      <span className="package-name stack gap-0 breaks">
        <bdi className="strong num">{code}</bdi>
        <span className="small muted">
          {t(isKnown ? 'extras.known' : 'extras.foreign')} ·{' '}
          <bdi>{t('log.by', { time: format.dateTime(at), name: by })}</bdi>
        </span>
      </span>
      {state !== 'apart' && <Tag>{t(`extras.state.${state}`)}</Tag>}
      {state === 'apart' && receiving === null && <Tag>{t('extras.state.apart')}</Tag>}
      {state === 'apart' && receiving !== null && (
        <span className="row wrap">
          <Button onClick={onHandBack} testId={`hand-back-${code}`}>
            {t('extras.handBack')}
          </Button>
          <Button
            variant="primary"
            busy={isBusy}
            onClick={() => receiving.adopt.mutate(code)}
            testId={`adopt-${code}`}
          >
            {t('extras.adopt')}
          </Button>
        </span>
      )}
    </div>
  );
}
