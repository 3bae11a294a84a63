/** The one way plain elements are made here: text goes in as text, never as HTML. */
export interface ElementFacts {
  readonly className?: string;
  readonly text?: string;
  readonly title?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly children?: readonly Node[];
  readonly onClick?: () => void;
}

export function element<K extends keyof HTMLElementTagNameMap>(
  page: Document,
  tag: K,
  facts: ElementFacts = {},
): HTMLElementTagNameMap[K] {
  const made = page.createElement(tag);
  if (facts.className !== undefined) made.className = facts.className;
  if (facts.text !== undefined) made.textContent = facts.text;
  if (facts.title !== undefined) made.title = facts.title;
  for (const [name, value] of Object.entries(facts.attributes ?? {})) made.setAttribute(name, value);
  if (facts.children !== undefined) made.append(...facts.children);
  const { onClick } = facts;
  if (onClick !== undefined) {
    made.addEventListener('click', (event) => {
      event.stopPropagation();
      onClick();
    });
  }
  return made;
}
