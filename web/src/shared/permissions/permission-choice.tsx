import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '@atelier/ui/controls/choice.tsx';
import { Stack } from '@atelier/ui/layout/stack.tsx';
import { PERMISSION_GROUPS, benchesOf, textKey, wordsOf } from './permission-groups.ts';
import './permission-choice.css';

interface PermissionChoiceProps {
  /** Those that may be chosen; groups without any are left out. */
  offered: readonly string[];
  chosen: readonly string[];
  onToggle: (name: PermissionName, isOn: boolean) => void;
  readOnly?: boolean;
}

/** Permissions to be ticked, in words and by group; the name by which the server knows each stays in sight. */
export function PermissionChoice({ offered, chosen, onToggle, readOnly = false }: PermissionChoiceProps) {
  const { t } = useTranslation(['permissions', 'status', 'shell']);
  const groups = PERMISSION_GROUPS.map(({ key, names }) => ({
    key,
    names: names.filter((name) => offered.includes(name)),
  })).filter(({ names }) => names.length > 0);
  return (
    <Stack gap={14}>
      {groups.map(({ key, names }) => (
        <fieldset key={key} className="permission-group grid rounded" disabled={readOnly}>
          <legend>{t(`group.${key}`)}</legend>
          {names.map((name) => (
            <Checkbox
              key={name}
              label={
                <span className="words">
                  <span>{t(wordsOf(name))}</span>
                  <bdi className="small muted" dir="ltr" lang="en">
                    {name}
                  </bdi>
                </span>
              }
              checked={chosen.includes(name)}
              onChange={(isOn) => onToggle(name, isOn)}
              testId={`permission-${textKey(name)}`}
            />
          ))}
        </fieldset>
      ))}
    </Stack>
  );
}

/** Permissions in words, in one line of text. */
export function PermissionWords({ names }: { names: readonly string[] }) {
  const { t } = useTranslation(['permissions', 'status', 'shell']);
  return (
    <>
      {benchesOf(names)
        .map((name) => t(wordsOf(name), name))
        .join(' · ')}
    </>
  );
}
