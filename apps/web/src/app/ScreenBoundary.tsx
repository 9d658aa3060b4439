/** Catches what goes wrong while a screen is loaded or drawn, says so, and offers to try again. */
import { Component, type ReactNode } from 'react';
import { ScreenError } from './ScreenError.tsx';

interface Props {
  onRetry: () => void;
  children: ReactNode;
}

export class ScreenBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error ? <ScreenError error={error} onRetry={this.props.onRetry} /> : this.props.children;
  }
}
