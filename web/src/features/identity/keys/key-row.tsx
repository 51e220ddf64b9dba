import { PermissionWords } from '../../../shared/permissions/permission-choice.tsx';
import { Ban, Check, Clock, UserX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { ConfirmDialog } from '@atelier/ui/windows/dialog.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { useCommand } from '../../../lib/api/use-command.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { ListRow } from '../../../shared/paged-table/paged-table.tsx';
import { API_KEYS, type ApiKeyView } from './queries.ts';

/** One key: what it is called, where it may work, what it may do and how long. */
export function KeyRow({ apiKey }: { apiKey: ApiKeyView }) {
  const { t } = useTranslation('users');
  const { id, name, version, site, permissions, state } = apiKey;
  return (
    <ListRow className="key-row" version={version} testId={`api-key-${id}`} data-state={state}>
      <span className="words">
        <bdi className="bold breaks">{name}</bdi>
        <bdi className="small muted num" dir="ltr">
          {apiKey.begins}…
        </bdi>
      </span>
      <span className="words">
        <span>{site === null ? t('apiKey.everySite') : <bdi>{site.name}</bdi>}</span>
        <details className="small muted">
          <summary>{t('permissions', { count: permissions.length })}</summary>
          <PermissionWords names={permissions} />
        </details>
      </span>
      <KeyTimes apiKey={apiKey} />
      {state === 'active' ? <Revoke apiKey={apiKey} /> : <span />}
    </ListRow>
  );
}

/** The key stays valid when its maker leaves: a decision is needed. */
export const isOrphan = ({ state, maker_active: isMakerActive }: ApiKeyView): boolean =>
  state === 'active' && !isMakerActive;

const SIGNS = { active: Check, expired: Clock, revoked: Ban } as const;

function KeyTimes({ apiKey }: { apiKey: ApiKeyView }) {
  const { t } = useTranslation('users');
  const { date, dateTime } = useStaffFormat();
  const { id, state, last_day: lastDay, last_used_at: usedAt, made_by: by, made_at: madeAt } = apiKey;
  const Sign = SIGNS[state];
  return (
    <span className="words small">
      <span className="row">
        <Tag icon={<Sign size={13} aria-hidden />} testId={`api-key-state-${id}`}>
          {t(`apiKey.state.${state}`)}
        </Tag>
        <span className="num">{t('apiKey.until', { day: date(lastDay) })}</span>
      </span>
      <span className="muted num">
        {usedAt === null ? t('apiKey.neverUsed') : t('apiKey.used', { at: dateTime(usedAt) })}
      </span>
      <span className="muted">{t('apiKey.madeBy', { by, at: dateTime(madeAt) })}</span>
      {isOrphan(apiKey) && (
        <Tag icon={<UserX size={13} aria-hidden />} testId={`api-key-orphan-${id}`}>
          {t('apiKey.makerInactive')}
        </Tag>
      )}
    </span>
  );
}

function Revoke({ apiKey: { id, name } }: { apiKey: ApiKeyView }) {
  const { t } = useTranslation('users');
  const [isAsked, setAsked] = useState(false);
  const revoke = useCommand(() => ({ path: '/api_key/revoke', body: { id } }), {
    invalidates: [API_KEYS],
    done: t('apiKey.revoked', { name }),
  });
  return (
    <>
      <Button
        icon={<Ban size={15} aria-hidden />}
        onClick={() => setAsked(true)}
        testId={`api-key-revoke-${id}`}
      >
        {t('apiKey.revoke')}
      </Button>
      <ConfirmDialog
        open={isAsked}
        danger
        title={t('apiKey.askRevoke', { name })}
        confirmLabel={t('apiKey.revoke')}
        onConfirm={() =>
          revoke.mutateAsync().then(
            () => true,
            () => true,
          )
        }
        onClose={() => setAsked(false)}
        testId="confirm-api-key"
      >
        <p>{t('apiKey.askRevokeBody')}</p>
      </ConfirmDialog>
    </>
  );
}
