import { type LinkProps, Link } from 'react-router-dom';
import { past } from '../../lib/time/past.ts';
import './button-link.css';

export interface ButtonLinkProps extends Pick<LinkProps, 'to' | 'children' | 'onClick'> {
  /** The one main action of its place. */
  isMain?: boolean;
  testId?: string;
}

/**
 * A link that leads to an action, in the shape of the button it stands for: it can be opened in another window. Nothing is
 * done in the past: there it is not offered.
 */
export const ButtonLink = ({ isMain = false, testId, ...link }: ButtonLinkProps) =>
  past === null && (
    <Link className={isMain ? 'button-link primary' : 'button-link'} data-testid={testId} {...link} />
  );
