/** An expression that cannot be evaluated. The message is displayed to the user. */
export class ExpressionError extends Error {}

/** One evaluated operation. */
export interface EvaluatedOperation {
  readonly text: string;
  readonly value: number;
}

/** The product of the whole numbers up to `x`. Above 170 it is infinite. */
function factorial(x: number): number {
  if (!Number.isInteger(x) || x < 0) throw new ExpressionError(`${x} has no factorial.`);
  let product = 1;
  for (let factor = 2; factor <= x && Number.isFinite(product); factor++) product *= factor;
  return product;
}

const functions: ReadonlyMap<string, (x: number) => number> = new Map([
  ['sqrt', Math.sqrt],
  ['abs', Math.abs],
  ['round', Math.round],
  ['floor', Math.floor],
  ['ceil', Math.ceil],
  ['ln', Math.log],
  ['log', Math.log10],
  ['factorial', factorial],
]);

/** The names of the functions, as alternatives of a pattern. */
export const functionNames: string = [...functions.keys()].join('|');

const constants: ReadonlyMap<string, number> = new Map([
  ['pi', Math.PI],
  ['e', Math.E],
]);

/** Characters. */
const maxLength = 500;

/**
 * Evaluates an expression by recursive descent: `+ - * / % ^`, parentheses, unary minus, a few functions and constants.
 * Returns every operation in the order of evaluation. No input is evaluated as code.
 */
export function evaluate(expression: string): {value: number; steps: EvaluatedOperation[]} {
  if (expression.length > maxLength) throw new ExpressionError('The expression is too long.');
  const parser = new Parser(tokens(expression));
  const value = parser.sum();
  parser.end();
  if (!Number.isFinite(value)) throw new ExpressionError('The result is not a finite number.');
  return {value, steps: parser.steps};
}

function tokens(expression: string): string[] {
  const found: string[] = [];
  const token = /\s*(\d+(?:\.\d+)?(?:e[+-]?\d+)?|\.\d+|[a-z]+|\*\*|[-+*/%^()×÷−])/iy;
  const text = expression.trimEnd();
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const match = token.exec(text)?.[1];
    if (match === undefined)
      throw new ExpressionError(`Unexpected "${text.slice(at).trim().charAt(0)}".`);
    found.push(operatorAliases.get(match) ?? match.toLowerCase());
  }
  return found;
}

/** Other spellings of operators. */
const operatorAliases: ReadonlyMap<string, string> = new Map([
  ['×', '*'],
  ['÷', '/'],
  ['−', '-'],
  ['**', '^'],
]);

class Parser {
  readonly steps: EvaluatedOperation[] = [];
  readonly #tokens: readonly string[];
  #position = 0;

  constructor(list: readonly string[]) {
    this.#tokens = list;
  }

  end(): void {
    const rest = this.#tokens[this.#position];
    if (rest !== undefined) throw new ExpressionError(`Unexpected "${rest}".`);
  }

  sum(): number {
    let left = this.#product();
    for (let sign = this.#accept('+', '-'); sign; sign = this.#accept('+', '-')) {
      left = this.#apply(left, sign, this.#product());
    }
    return left;
  }

  #product(): number {
    let left = this.#unary();
    for (let sign = this.#accept('*', '/', '%'); sign; sign = this.#accept('*', '/', '%')) {
      left = this.#apply(left, sign, this.#unary());
    }
    return left;
  }

  #unary(): number {
    if (this.#accept('-')) return -this.#unary();
    this.#accept('+');
    return this.#power();
  }

  #power(): number {
    const base = this.#atom();
    return this.#accept('^') ? this.#apply(base, '^', this.#unary()) : base;
  }

  #atom(): number {
    const token = this.#tokens[this.#position++];
    if (token === undefined) throw new ExpressionError('The expression ends too early.');
    if (token === '(') return this.#parenthesized();
    const value = constants.get(token) ?? (/^[\d.]/.test(token) ? Number(token) : undefined);
    if (value !== undefined) return value;
    const apply = functions.get(token);
    if (!apply || !this.#accept('(')) throw new ExpressionError(`"${token}" is not known.`);
    const argument = this.#parenthesized();
    return this.#record(`${token}(${argument})`, apply(argument));
  }

  #parenthesized(): number {
    const value = this.sum();
    if (!this.#accept(')')) throw new ExpressionError('A parenthesis is not closed.');
    return value;
  }

  #accept(...wanted: string[]): string | undefined {
    const token = this.#tokens[this.#position];
    if (token === undefined || !wanted.includes(token)) return undefined;
    this.#position++;
    return token;
  }

  #apply(left: number, sign: string, right: number): number {
    if ((sign === '/' || sign === '%') && right === 0)
      throw new ExpressionError('Division by zero.');
    return this.#record(`${left} ${sign} ${right}`, operate(left, sign, right));
  }

  #record(text: string, value: number): number {
    this.steps.push({text, value});
    return value;
  }
}

function operate(left: number, sign: string, right: number): number {
  switch (sign) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '%':
      return left % right;
    default:
      return left ** right;
  }
}
