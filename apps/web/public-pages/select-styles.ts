import postcss, { type AtRule, type Container } from 'postcss';

/**
 * The rules of a style sheet that elements of some classes may need. Those are also what is in doubt: a rule is left
 * out only when it asks for a class that no element has.
 */
export function selectStyles(css: string, classes: ReadonlySet<string>): string {
  const sheet = postcss.parse(css);
  sheet.walkComments((comment) => void comment.remove());
  sheet.walkRules((rule) => {
    if (isKeyframes(rule.parent)) return;
    const needed = rule.selectors.filter((selector) => listAskedFor(selector).every((name) => classes.has(name)));
    if (needed.length === 0) rule.remove();
    else if (needed.length < rule.selectors.length) rule.selectors = needed;
  });
  removeUnusedKeyframes(sheet);
  removeEmpty(sheet);
  return sheet.toString();
}

/** The classes of all elements of a page. */
export function listClasses(html: string): Set<string> {
  return new Set([...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/)));
}

/** Classes without which a selector matches nothing: not those inside `:not()`, `:is()`, `:where()` or `:has()`. */
function listAskedFor(selector: string): string[] {
  const plain = removeFunctions(selector.replaceAll(/\[[^\]]*\]/g, ''));
  return [...plain.matchAll(/\.((?:[\w-]|\\.|\P{ASCII})+)/gu)].map(([, name = '']) => name.replaceAll('\\', ''));
}

function removeFunctions(selector: string): string {
  const shorter = selector.replaceAll(/:[\w-]+\([^()]*\)/g, '');
  return shorter === selector ? selector : removeFunctions(shorter);
}

function removeUnusedKeyframes(sheet: Container): void {
  const animations: string[] = [];
  sheet.walkDecls(/^animation(-name)?$/, ({ value }) => void animations.push(value));
  sheet.walkAtRules('keyframes', (frames) => {
    if (!animations.some((value) => value.split(/[\s,]+/).includes(frames.params))) frames.remove();
  });
}

/** Removes blocks with nothing in them; a layer without a block stays, as it says which layer comes first. */
function removeEmpty(sheet: Container): void {
  sheet.walkAtRules((block) => {
    for (let empty: Container | undefined = block; empty?.nodes?.length === 0; ) {
      const { parent }: Container = empty;
      empty.remove();
      empty = parent instanceof Object && parent.type !== 'root' ? (parent as AtRule) : undefined;
    }
  });
}

function isKeyframes(parent: unknown): boolean {
  return parent instanceof Object && 'name' in parent && parent.name === 'keyframes';
}
