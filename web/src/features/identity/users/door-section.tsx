import { KeyRound, LockOpen, LogOut, ShieldOff, UserCheck, UserX, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Cluster } from '@atelier/ui/layout/cluster.tsx';
import { Section } from '@atelier/ui/layout/section.tsx';
import { ConfirmDialog } from '@atelier/ui/windows/dialog.tsx';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { IN_FORM, RejectionNote } from './edit-form.tsx';
import { PasswordForm } from './password-form.tsx';
import type { UserView } from '../queries.ts';

interface DoorSectionProps {
  base: UserView;
  onDone: (user: UserView) => void;
  onReadAgain: () => void;
}

type Act = keyof typeof CALLS;
const CALLS = {
  unlock: { path: '/user/unlock', change: {} },
  revoke: { path: '/user/revoke_sessions', change: {} },
  resetFactor: { path: '/user/second_factor/reset', change: {} },
  deactivate: { path: '/user/update', change: { active: false } },
  reactivate: { path: '/user/update', change: { active: true } },
} as const;
const ICONS: Readonly<Record<Act, LucideIcon>> = {
  unlock: LockOpen,
  revoke: LogOut,
  resetFactor: ShieldOff,
  deactivate: UserX,
  reactivate: UserCheck,
};
/** Actions that end a user's work need a confirmation. */
const ASKED_FIRST: readonly Act[] = ['revoke', 'resetFactor', 'deactivate'];

/** How the person comes in: the lock, the open sessions, the password, and whether they come in at all. */
export function DoorSection({ base, onDone, onReadAgain }: DoorSectionProps) {
  const { t } = useTranslation('users');
  const own = useSession().view.user.id === base.id;
  const [asked, setAsked] = useState<Act | null>(null);
  const [isTyping, setTyping] = useState(false);
  const [rejection, setRejection] = useState<ApiError | null>(null);
  const act = useCommand(
    (which: Act) => {
      const { path, change } = CALLS[which];
      return { path, body: { id: base.id, ...change }, ifMatch: base.version };
    },
    {
      quiet: IN_FORM,
      onError: setRejection,
      done: ({ data }, which) => t(`done.${which}`, { name: data.name }),
      onSuccess: ({ data }) => {
        setRejection(null);
        onDone(data);
      },
    },
  );
  const press = (which: Act): void => (ASKED_FIRST.includes(which) ? setAsked(which) : act.mutate(which));
  return (
    <Section title={t('access')}>
      <RejectionNote error={rejection} onReadAgain={onReadAgain} />
      <Cluster>
        {actsOf(base, own).map((which) => (
          <ActButton key={which} act={which} isBusy={act.isPending} onPress={press} />
        ))}
        <Button
          icon={<KeyRound size={15} aria-hidden />}
          onClick={() => setTyping(!isTyping)}
          aria-expanded={isTyping}
          testId="user-set-password"
        >
          {t(base.has_password ? 'newPassword' : 'givePassword')}
        </Button>
      </Cluster>
      {isTyping && (
        <PasswordForm
          base={base}
          onDone={(user) => {
            setTyping(false);
            onDone(user);
          }}
          onRejected={setRejection}
        />
      )}
      <ConfirmDialog
        open={asked !== null}
        danger={asked === 'deactivate'}
        title={t(`ask.${asked ?? 'revoke'}`, { name: base.name })}
        confirmLabel={t(`act.${asked ?? 'revoke'}`)}
        onConfirm={() => (asked === null ? undefined : act.mutateAsync(asked).then(settled, settled))}
        onClose={() => setAsked(null)}
        testId="confirm-user"
      >
        <p>{t(`askBody.${asked ?? 'revoke'}`)}</p>
        {own && <p>{t('yourself')}</p>}
      </ConfirmDialog>
    </Section>
  );
}

/** Asking is over either way: a refusal stands in the panel, the question closes. */
const settled = (): boolean => true;

/** One's own second factor is reset by another administrator. */
function actsOf(user: UserView, own: boolean): readonly Act[] {
  const { locked, active, open_sessions: sessions, has_second_factor: hasFactor } = user;
  return [
    ...(locked ? (['unlock'] as const) : []),
    ...(sessions > 0 ? (['revoke'] as const) : []),
    ...(hasFactor && !own ? (['resetFactor'] as const) : []),
    active ? 'deactivate' : 'reactivate',
  ];
}

interface ActButtonProps {
  act: Act;
  isBusy: boolean;
  onPress: (act: Act) => void;
}

function ActButton({ act, isBusy, onPress }: ActButtonProps) {
  const { t } = useTranslation('users');
  const Icon = ICONS[act];
  return (
    <Button
      icon={<Icon size={15} aria-hidden />}
      disabled={isBusy}
      onClick={() => onPress(act)}
      testId={`user-${act}`}
    >
      {t(`act.${act}`)}
    </Button>
  );
}
