import { parseAst } from 'vite';

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/** Calls for each node of a file, comments apart. */
function eachNode(file: string, text: string, visit: (node: SyntaxNode) => void): void {
  const walk = (value: unknown) => {
    if (Array.isArray(value)) value.forEach(walk);
    if (!isNode(value)) return;
    visit(value);
    Object.values(value).forEach(walk);
  };
  walk(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).body);
}

/** Functions of more than `most` lines, blank ones apart, as the formatter makes them. */
export function longFunctions(file: string, text: string, most: number): string[] {
  const found: string[] = [];
  eachNode(file, text, ({ type, start, end }) => {
    if (!/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type)) return;
    const lines = text
      .slice(start, end)
      .split('\n')
      .filter(line => line.trim());
    if (lines.length > most) found.push(`${file}: ${lines[0]?.trim()} (${lines.length})`);
  });
  return found;
}

/** The kind of type that `as` or angle brackets say a value is; nothing of any other node. */
function assertedType(node: unknown): string | undefined {
  if (!isNode(node) || !/^TS(As|TypeAssertion)/.test(node.type)) return undefined;
  return 'typeAnnotation' in node && isNode(node.typeAnnotation) ? node.typeAnnotation.type : undefined;
}

/** Where the compiler is told to look away: `any` as a type, and a value made `never`, or `unknown` on its way to another. */
export function typeHoles(file: string, text: string): string[] {
  const found: string[] = [];
  eachNode(file, text, node => {
    const asserted = assertedType(node);
    const through = 'expression' in node && asserted ? assertedType(node.expression) : undefined;
    if (node.type === 'TSAnyKeyword' || asserted === 'TSNeverKeyword' || through === 'TSUnknownKeyword')
      found.push(`${file}: ${text.slice(node.start, node.end).replace(/\s+/g, ' ')}`);
  });
  return found;
}
