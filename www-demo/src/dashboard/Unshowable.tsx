// Replaces a view that fails because a response does not match the specification.
import { Component, type ComponentChildren } from "preact";
import { Icon } from "../shell/icons.tsx";

/** Shows its children, or why they cannot be shown. The rest of the dashboard keeps working. */
export class Unshowable extends Component<{ children: ComponentChildren; mask: (text: string) => string }, { reason: string | undefined }> {
  override state: { reason: string | undefined } = { reason: undefined };

  override componentDidCatch(error: unknown): void {
    this.setState({ reason: error instanceof Error ? error.message : String(error) });
  }

  override render() {
    const { reason } = this.state;
    if (reason === undefined) return this.props.children;
    return (
      <div class="notice bad" role="alert">
        <Icon name="alert" />
        <div class="failure-body">
          <p class="failure-title">The response cannot be shown here</p>
          <p>It is not as the specification has it ({this.props.mask(reason)}). The log has the whole answer.</p>
          <div class="failure-actions"><button type="button" class="btn small" onClick={() => this.setState({ reason: undefined })}><Icon name="refresh" size={14} /> Try again</button></div>
        </div>
      </div>
    );
  }
}
