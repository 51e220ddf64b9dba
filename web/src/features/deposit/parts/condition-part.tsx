import { Suspense, useState } from 'react';
import { Crosshair } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { Button } from '@atelier/ui/controls/button.tsx';
import { MarkList } from '../../../shared/marks/mark-list.tsx';
import type { RmaValues } from '../form-values.ts';

const MarksDialog = lazyPart(() => import('../../../shared/marks/marks-dialog.tsx'), 'MarksDialog');

/** What is worn or damaged as the piece is handed in, marked on its pictures. */
export function ConditionPart({ index }: { index: number }) {
  const { t } = useTranslation(['image', 'deposit']);
  const { control, setValue } = useFormContext<RmaValues>();
  const [isOpen, setOpen] = useState(false);
  const { images, marks, product_name: product } = useWatch({ control, name: `items.${index}` });
  const shown = marks.filter(({ image }) => images.includes(image));
  const name = product || t('deposit:section.piece', { number: index + 1 });
  return (
    <div className="stack gap-10 items-start">
      <MarkList marks={shown} testId={`items.${index}.marks`} />
      <Button
        icon={<Crosshair size={16} aria-hidden />}
        onClick={() => setOpen(true)}
        testId={`items.${index}.mark`}
      >
        {t('image:marks.open')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <MarksDialog
            images={images}
            marks={shown}
            title={t('image:marks.dialog', { name })}
            onSave={(all) => {
              setValue(`items.${index}.marks`, [...all], { shouldDirty: true });
              setOpen(false);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
