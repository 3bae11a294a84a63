/** The window around the panels: tabs, closing by button and Escape, the whole width on a phone. */
import { render, type VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { uiText } from '../text.ts';
import { type UiText } from '../text/ui-text.ts';
import { MvuTab } from './mvu-tab.tsx';
import { type PanelDeps, type PanelTab } from './panel-deps.ts';
import { RunTab } from './run-tab.tsx';
import { SourcesTab } from './sources-tab.tsx';
import { StateTab } from './state-tab.tsx';
import { TimelineTab } from './timeline-tab.tsx';
import { ToolsTab } from './tools-tab.tsx';

export interface FirstView {
  readonly tab: PanelTab;
  /** Whose run the run tab shows; null: that of the newest reply. */
  readonly pageId: string | null;
}

/** Puts the window into the page; the answer closes it. */
export function showPanelWindow(page: Document, deps: PanelDeps, first: FirstView): () => void {
  const holder = page.createElement('div');
  holder.className = 'narrative-agent-panel-holder';
  page.body.append(holder);
  const returnTo = page.activeElement;
  const close = (): void => {
    if (!holder.isConnected) return;
    render(null, holder);
    holder.remove();
    (returnTo as HTMLElement | null)?.focus();
  };
  render(<PanelWindow deps={deps} first={first} close={close} />, holder);
  return close;
}

interface PanelWindowProps {
  readonly deps: PanelDeps;
  readonly first: FirstView;
  readonly close: () => void;
}

function PanelWindow({ deps, first, close }: PanelWindowProps): VNode {
  const text = uiText(deps.language);
  const [tab, setTab] = useState(first.tab);
  const [pageId, setPageId] = useState(first.pageId);
  const [, redraw] = useState(0);
  const closeButton = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => deps.onChanged(() => redraw((n) => n + 1)), [deps]);
  useLayoutEffect(() => closeButton.current?.focus(), []);
  const openRun = (id: string): void => {
    setPageId(id);
    setTab('run');
  };
  return (
    <div
      class="narrative-agent-panel"
      role="dialog"
      aria-label={text.panel.title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <div class="narrative-agent-panel-head">
        <div role="tablist" class="narrative-agent-tabs">
          {tabsOf(deps).map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              aria-selected={name === tab}
              class="menu_button narrative-agent-button"
              onClick={() => {
                setPageId(null);
                setTab(name);
              }}
            >
              {text.panel.tabs[name]}
            </button>
          ))}
        </div>
        <button
          ref={closeButton}
          type="button"
          class="menu_button narrative-agent-button narrative-agent-close"
          aria-label={text.panel.close}
          onClick={close}
        >
          ✕
        </button>
      </div>
      <div class="narrative-agent-panel-body" role="tabpanel">
        <TabBody tab={tab} pageId={pageId} deps={deps} text={text} openRun={openRun} />
      </div>
    </div>
  );
}

function tabsOf(deps: PanelDeps): readonly PanelTab[] {
  return [
    'state',
    'timeline',
    'run',
    ...(deps.sources === undefined ? [] : (['sources'] as const)),
    ...(deps.bench === undefined ? [] : (['tools'] as const)),
    ...(deps.mvu === undefined ? [] : (['mvu'] as const)),
  ];
}

interface TabBodyProps {
  readonly tab: PanelTab;
  readonly pageId: string | null;
  readonly deps: PanelDeps;
  readonly text: UiText;
  readonly openRun: (pageId: string) => void;
}

function TabBody({ tab, pageId, deps, text, openRun }: TabBodyProps): VNode {
  const session = deps.session();
  if (tab === 'tools' && deps.bench !== undefined) return <ToolsTab bench={deps.bench} deps={deps} text={text} />;
  if (tab === 'sources' && deps.sources !== undefined) return <SourcesTab sources={deps.sources} text={text} />;
  if (session === null) return <p>{text.panel.noChat}</p>;
  switch (tab) {
    case 'state':
      return <StateTab session={session} text={text} onError={(error) => deps.onError(error)} />;
    case 'timeline':
      return <TimelineTab session={session} deps={deps} text={text} openRun={openRun} />;
    case 'run':
      return <RunTab session={session} pageId={pageId} text={text} language={deps.language} />;
    case 'mvu':
      return <MvuTab session={session} mvu={deps.mvu ?? null} text={text} onError={(error) => deps.onError(error)} />;
    case 'sources':
    case 'tools':
      return <p>{text.panel.empty}</p>;
  }
}
