import { Component, type ComponentChildren } from 'preact';
import { Notice } from './notice';

interface State {
  readonly problem: string | undefined;
}

/** Shows what went wrong in place of a part of the page that cannot be drawn, so that the rest stays: extension API servers may send anything. */
export class Guard extends Component<{ readonly children: ComponentChildren }, State> {
  override state: State = { problem: undefined };

  override componentDidCatch(error: unknown): void {
    this.setState({ problem: error instanceof Error ? error.message : String(error) });
  }

  override render(): ComponentChildren {
    const { problem } = this.state;
    if (problem === undefined) return this.props.children;
    return (
      <Notice tone="bad">
        This cannot be shown, since the server sent something unexpected: {problem}{' '}
        <button type="button" class="button" onClick={() => this.setState({ problem: undefined })}>
          Try again
        </button>
      </Notice>
    );
  }
}
