import { SEES_PERSONS } from '@atelier/domain/privacy/contract.ts';
import { useTranslation } from 'react-i18next';
import { holds } from '../../lib/session/session-store.ts';
import { useOptionalSession } from '../../lib/session/use-session.ts';
import { ExportsPanel } from './exports-panel.tsx';
import { FindPanel } from './find-panel.tsx';
import { HoldsPanel } from './holds-panel.tsx';
import { RequestsPanel } from './requests-panel.tsx';
import { RetentionPanel } from './retention/retention-panel.tsx';
import './privacy.css';

/** `/system/privacy`: a person found, what is held of them, and what becomes of it (product/privacy.md §2). */
export function Screen() {
  const { t } = useTranslation('privacy');
  const session = useOptionalSession();
  const seesPersons = SEES_PERSONS.some((permission) => holds(session, permission));
  return (
    <div className="stack" data-testid="privacy-page">
      <p className="lead muted">{t('lead')}</p>
      {seesPersons && <FindPanel />}
      <RequestsPanel mayAsk={seesPersons} />
      <RetentionPanel />
      <HoldsPanel />
      <ExportsPanel />
    </div>
  );
}
