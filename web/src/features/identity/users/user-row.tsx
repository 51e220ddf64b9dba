import { KeyRound, Lock, UserX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { Cluster } from '@atelier/ui/layout/cluster.tsx';
import { ListRow, RowOpen } from '../../../shared/paged-table/paged-table.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { useRoleName, type UserView } from '../queries.ts';

const HAN = /\p{Script=Han}/u;

/** Both names of an account, each once: `name` may hold the family name already. Chinese and Japanese put it first. */
export function accountName({ name, last_name }: { name: string; last_name: string }): string {
  if (last_name === '' || name.toLowerCase().includes(last_name.toLowerCase())) return name;
  return HAN.test(last_name) ? `${last_name}${name}` : `${name} ${last_name}`;
}

/** One account: who, where and as what, how they come in, and whether they are in now. */
export function UserRow({ user, onOpen }: { user: UserView; onOpen: (id: number) => void }) {
  const { t } = useTranslation('users');
  const roleName = useRoleName();
  return (
    <ListRow className="user-row" version={user.version} testId={`user-${user.id}`} data-active={user.active}>
      <span className="words">
        <RowOpen onOpen={() => onOpen(user.id)}>{accountName(user)}</RowOpen>
        <bdi className="small muted">{user.email}</bdi>
      </span>
      <span className="words user-where">
        <span>
          {t(`types.${user.user_type}`)}
          {user.site && (
            <>
              {' · '}
              <bdi>{user.site.name}</bdi>
            </>
          )}
        </span>
        <span className="small muted">
          <bdi>{user.roles.map(roleName).join(', ')}</bdi>
        </span>
      </span>
      <Cluster gap={6}>
        <StateTags user={user} />
      </Cluster>
      <Presence user={user} />
    </ListRow>
  );
}

/** Switched off, locked, and by which door: each its own word and sign. */
export function StateTags({ user }: { user: UserView }) {
  const { t } = useTranslation('users');
  return (
    <>
      {!user.active && (
        <Tag icon={<UserX size={13} aria-hidden />} testId={`user-inactive-${user.id}`}>
          {t('inactive')}
        </Tag>
      )}
      {user.locked && (
        <span className="user-locked">
          <Tag icon={<Lock size={13} aria-hidden />} testId={`user-locked-${user.id}`}>
            {t('locked')}
          </Tag>
        </span>
      )}
      <Tag icon={<KeyRound size={13} aria-hidden />}>{t(`door.${doorOf(user)}`)}</Tag>
    </>
  );
}

const doorOf = ({ sso, has_password: hasPassword }: UserView): 'both' | 'sso' | 'password' | 'awaited' => {
  if (sso) return hasPassword ? 'both' : 'sso';
  return hasPassword ? 'password' : 'awaited';
};

function Presence({ user }: { user: UserView }) {
  const { t } = useTranslation('users');
  const { dateTime } = useStaffFormat();
  const { open_sessions: count, last_seen_at: seen } = user;
  return (
    <span className="words user-presence small">
      {count > 0 && <span className="num user-in">{t('sessions', { count })}</span>}
      <span className="muted num">{seen === null ? t('neverSeen') : dateTime(seen)}</span>
    </span>
  );
}
