import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../ui/choice.tsx';
import { Stack } from '../../ui/stack.tsx';
import { PERMISSION_GROUPS, textKey, toggled, wordsOf } from './permission-groups.ts';

interface PermissionEditorProps {
  chosen: readonly PermissionName[];
  onChange: (chosen: readonly PermissionName[]) => void;
}

/** The benches of the floor, each to be ticked; the name by which the server knows a permission stays in sight. */
export function PermissionEditor({ chosen, onChange }: PermissionEditorProps) {
  const { t } = useTranslation(['workers', 'status']);
  return (
    <Stack gap={14}>
      {PERMISSION_GROUPS.map(({ key, names }) => (
        <fieldset key={key} className="role-group">
          <legend>{t(`group.${key}`)}</legend>
          {names.map((name) => (
            <Checkbox
              key={name}
              label={
                <span className="words">
                  <span>{t(wordsOf(name))}</span>
                  <bdi className="small muted" dir="ltr">
                    {name}
                  </bdi>
                </span>
              }
              checked={chosen.includes(name)}
              onChange={(isOn) => onChange(toggled(chosen, name, isOn))}
              testId={`permission-${textKey(name)}`}
            />
          ))}
        </fieldset>
      ))}
    </Stack>
  );
}
