import type { FormEvent, ReactNode } from 'react';
import type { Decided } from './collect-state.ts';

interface LinkFormProps extends Pick<Decided, 'reference' | 'language'> {
  /** Where the form is sent without a script. */
  path: string;
  /** Which of the deposit's pieces is shown, from 0. */
  piece: number;
  className?: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}

/** A form of the holder of the link: the reference stands in its body. */
export const LinkForm = ({
  path,
  reference,
  language,
  piece,
  className,
  onSubmit,
  children,
}: LinkFormProps) => (
  <form
    method="post"
    action={path}
    className={className}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit(event);
    }}
  >
    <input type="hidden" name="rma_id" value={reference} />
    <input type="hidden" name="language" value={language} />
    <input type="hidden" name="piece" value={piece} />
    {children}
  </form>
);
