import { LockKeyhole, SignpostBig } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { ScanScreen } from './scan/scan-screen.tsx';
import { stageOf, type Stage } from '../../shared/scan/stage-of.ts';

/**
 * `/receiveFromShop`, `/sendToRepair`, `/sendToPlating`, `/receiveFromRepair`, `/receivedpackage` with fixed targets, and
 * `/operation/{divisionId}/{divisionName}/` with any: an unknown id is not found, a missing permission an explained refusal.
 */
export function Screen({ target }: { target?: number }) {
  const { t } = useTranslation('status');
  const { divisionId = '' } = useParams();
  const { allPermission } = useSession().view;
  const wanted = target ?? Number(divisionId);
  const stage = stageOf(wanted);
  if (stage === null) return <NoSuchStage id={divisionId} />;
  if (stage.permission !== null && !allPermission.includes(stage.permission))
    return <NotAllowed stage={stage} />;
  // By the name that the sidebar and the board give it, whatever the address says.
  return <ScanScreen key={stage.target} stage={stage} title={t(`name.${stage.target}`)} />;
}

function BoardLink() {
  const { t } = useTranslation('repair');
  return (
    <Link className="link" to="/operation/dashboard">
      {t('stage.toBoard')}
    </Link>
  );
}

function NoSuchStage({ id }: { id: string }) {
  const { t } = useTranslation('repair');
  return (
    <EmptyState
      title={t('stage.notFoundTitle')}
      icon={<SignpostBig aria-hidden />}
      testId="stage-not-found"
      action={<BoardLink />}
    >
      {t('stage.notFoundBody', { id })}
    </EmptyState>
  );
}

function NotAllowed({ stage }: { stage: Stage }) {
  const { t } = useTranslation(['repair', 'status']);
  return (
    <EmptyState
      title={t('repair:stage.refusedTitle')}
      icon={<LockKeyhole aria-hidden />}
      testId="stage-refused"
      action={<BoardLink />}
    >
      {t('repair:stage.refusedBody', { stage: t(`status:name.${stage.target}`) })}
    </EmptyState>
  );
}
