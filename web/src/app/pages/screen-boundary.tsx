import { type ReactNode, Component } from 'react';
import { NoConnection } from '@atelier/ui/chunks/no-connection.ts';
import { NoConnectionPage } from './no-connection-page.tsx';
import { RouteErrorPage } from './route-error-page.tsx';

interface BoundaryProps {
  /** Another address starts afresh. */
  place: string;
  children: ReactNode;
}
interface BoundaryState {
  brokenAt: string | null;
  isOffline: boolean;
}

/** Keeps a broken screen from taking the rest with it: menu and header stay, and another screen can be opened. */
export class ScreenBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { brokenAt: null, isOffline: false };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { brokenAt: '', isOffline: error instanceof NoConnection };
  }

  static getDerivedStateFromProps(props: BoundaryProps, state: BoundaryState): Partial<BoundaryState> | null {
    if (state.brokenAt === '') return { brokenAt: props.place };
    return state.brokenAt !== null && state.brokenAt !== props.place ? { brokenAt: null } : null;
  }

  override render(): ReactNode {
    const { brokenAt, isOffline } = this.state;
    if (brokenAt === null) return this.props.children;
    return isOffline ? <NoConnectionPage /> : <RouteErrorPage />;
  }
}
