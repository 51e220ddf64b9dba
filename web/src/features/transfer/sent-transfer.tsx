import { ArrowRight, CircleCheck, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { ReasonDialog } from '../../shared/decisions/reason-dialog.tsx';
import { LazyPrint } from '../../shared/documents/lazy-print.tsx';

export interface SentPackage {
  readonly tracking: string;
  readonly factory: string;
  readonly count: number;
}

export interface SentTransferProps {
  sent: SentPackage;
  onNext: () => void;
  onChanged: () => void;
}

/** The package that has just left: to whom, its papers, and the way back while the carrier has not come. */
export function SentTransfer({ sent, onNext, onChanged }: SentTransferProps) {
  const { t } = useTranslation(['transfer', 'sending', 'shipping']);
  const [isAsked, setAsked] = useState(false);
  const { tracking, factory, count } = sent;
  return (
    <Panel title={t('sending:sent.title')} testId="sent-transfer">
      <div className="panel-body stack">
        <p className="row strong tone-good" role="status">
          <CircleCheck size={18} aria-hidden /> {t('transfer:send.done', { tracking })}
        </p>
        <p>
          {t('terms:field.to')} <bdi className="strong">{factory}</bdi> ·{' '}
          {t('transfer:send.count', { count })}
        </p>
        <div className="row wrap">
          <LazyPrint subject={{ kind: 'package', tracking }} />
          <Button
            variant="quiet"
            icon={<Undo2 size={16} aria-hidden className="flips" />}
            onClick={() => setAsked(true)}
            testId="unsend-package"
          >
            {t('sending:sent.back')}
          </Button>
        </div>
        <Button
          variant="primary"
          wide
          autoFocus
          iconAfter={<ArrowRight size={16} aria-hidden className="flips" />}
          onClick={onNext}
          testId="next-package"
        >
          {t('sending:sent.next')}
        </Button>
      </div>
      {isAsked && (
        <TakeBack
          tracking={tracking}
          onClose={() => setAsked(false)}
          onDone={() => {
            onChanged();
            onNext();
          }}
        />
      )}
    </Panel>
  );
}

interface TakeBackProps {
  tracking: string;
  onClose: () => void;
  onDone: () => void;
}

function TakeBack({ tracking, onClose, onDone }: TakeBackProps) {
  const { t } = useTranslation('shipping');
  return (
    <ReasonDialog
      title={t('unsend.title', { tracking })}
      body={<p>{t('unsend.body')}</p>}
      accept={t('drafts.unsend')}
      call={(reason) => ({ path: '/package/unsend', body: { tracking_no: tracking, reason } })}
      done={t('unsend.done', { tracking })}
      onDone={onDone}
      onClose={onClose}
      testId="unsend"
    />
  );
}
