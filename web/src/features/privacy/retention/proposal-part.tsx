import { ASKS, DECIDES } from '@atelier/domain/privacy/contract.ts';
import { MoveRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { usePermission, useSession, useStaffFormat } from '../../../lib/session/use-session.ts';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Cluster } from '@atelier/ui/layout/cluster.tsx';
import type { Deciding } from './decision-dialog.tsx';
import type { ProposalView } from './queries.ts';
import { useFacts } from './use-facts.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { PRIVACY } from '../queries.ts';

interface ProposalPartProps {
  proposal: ProposalView;
  onDecide: (deciding: Deciding) => void;
}

/** What is proposed, before → after, by whom and why; decided by another account. */
export function ProposalPart({ proposal, onDecide }: ProposalPartProps) {
  const { t } = useTranslation('privacy');
  const { date } = useStaffFormat();
  const { proposed_by: by, proposed_at: at, reason } = proposal;
  return (
    <section className="panel-body stack retention-part line-above" data-testid="retention-proposal">
      <h3>{t('retention.proposal.title')}</h3>
      <Changes proposal={proposal} />
      <q className="small muted">
        <bdi>{reason}</bdi>
      </q>
      <p className="small">
        {t('retention.proposal.by', { name: by.name || t('requests.noOne'), date: date(at) })}
      </p>
      <Actions proposal={proposal} onDecide={onDecide} />
    </section>
  );
}

/** The lines that differ. */
function Changes({ proposal: { previous, schedule } }: { proposal: ProposalView }) {
  const factsOf = useFacts();
  const before = new Map(factsOf(previous).map((fact) => [fact.key, fact]));
  const after = new Map(factsOf(schedule).map((fact) => [fact.key, fact]));
  const lines = [...new Map([...before, ...after]).values()].filter(
    ({ key }) => before.get(key)?.value !== after.get(key)?.value,
  );
  return (
    <dl className="privacy-covered flex wrap">
      {lines.map(({ key, label }) => (
        <div className="flex gap-6" key={key}>
          <dt className="muted">{label}</dt>
          <dd className="bold">
            <del className="muted">{before.get(key)?.value ?? '–'}</del>{' '}
            <MoveRight size={14} aria-hidden className="flips" /> <ins>{after.get(key)?.value ?? '–'}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Its author is shown that another account decides, and may take it back. */
function Actions({ proposal: { proposal: id, proposed_by: by }, onDecide }: ProposalPartProps) {
  const { t } = useTranslation('privacy');
  const [mayAsk, mayDecide] = [usePermission(ASKS), usePermission(DECIDES)];
  const isOwn = by.id === useSession().view.user.id;
  const withdraw = useCommand(
    (proposal: number) => ({ path: '/privacy/retention/withdraw', body: { proposal } }),
    { done: t('decided'), refreshes: PRIVACY },
  );
  return (
    <Cluster gap={8}>
      {mayDecide && !isOwn && (
        <>
          <Button
            variant="primary"
            onClick={() => onDecide({ what: 'proposal', how: 'approve', id })}
            testId="retention-approve"
          >
            {t('retention.proposal.approve')}
          </Button>
          <Button onClick={() => onDecide({ what: 'proposal', how: 'refuse', id })} testId="retention-refuse">
            {t('refuse.button')}
          </Button>
        </>
      )}
      {mayDecide && isOwn && <span className="small muted">{t('retention.proposal.own')}</span>}
      {mayAsk && (
        <Button
          variant="quiet"
          busy={withdraw.isPending}
          onClick={() => withdraw.mutate(id)}
          testId="retention-withdraw"
        >
          {t('withdraw.button')}
        </Button>
      )}
    </Cluster>
  );
}
