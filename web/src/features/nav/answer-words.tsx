import type { TFunction } from 'i18next';
import { CircleAlert, CircleCheck, CircleDashed, CircleHelp, Clock, Send, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import type { NavDocumentView } from '@atelier/contracts/nav/schema.ts';

/** Words of ours for what happened on the way. */
const OUR_CODES = new Set([
  'timeout',
  'connection_cut',
  'unreachable',
  'circuit_open',
  'interrupted',
  'attempts_used_up',
  'number_taken',
  'too_late_to_send',
  'unreadable',
  'package_taken_back',
  'tracking_changed',
  'contents_changed',
  'found_in_nav',
  'several_in_nav',
]);

/** A code in the reader's words; what NAV said stays in NAV's, isolated from the reader's direction. */
export function AnswerWords({ code, message }: { code: string; message: string }) {
  const { t } = useTranslation('nav');
  if (OUR_CODES.has(code)) return <>{t(`code.${code}`)}</>;
  return <bdi dir="auto">{message === '' ? code : message}</bdi>;
}

const ICONS = {
  pending: Clock,
  sending: Send,
  sent: CircleCheck,
  rejected: CircleAlert,
  unknown: CircleHelp,
  skipped: CircleDashed,
  withdrawn: Undo2,
} as const;

/** A state by sign, word and tint: never by colour alone. */
export function StateTag({ state }: { state: NavDocumentView['state'] }) {
  const { t } = useTranslation('nav');
  const Icon = ICONS[state];
  return (
    <span className="nav-state" data-state={state}>
      <Tag icon={<Icon size={13} aria-hidden className={state === 'sending' ? 'flips' : undefined} />}>
        {t(`state.${state}`)}
      </Tag>
    </span>
  );
}

/** Only a person can tell what is right: the two books no longer say the same. */
export function AttentionLine({ document }: { document: NavDocumentView }) {
  const { t } = useTranslation('nav');
  if (document.attention === null) return null;
  return (
    <p className="row nav-attention small" data-testid="nav-attention">
      <CircleAlert size={14} aria-hidden />
      {t(`code.${document.attention}`)}
    </p>
  );
}

export const piecesOf = (t: TFunction<'nav'>, count: number): string => t('pieces', { count });
