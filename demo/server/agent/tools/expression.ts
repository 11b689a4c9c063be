/** An expression that cannot be worked out. The message is for people. */
export class ExpressionError extends Error {}

/** One operation that was done. */
export interface Working {
  readonly text: string;
  readonly value: number;
}

const functions: ReadonlyMap<string, (x: number) => number> = new Map([
  ['sqrt', Math.sqrt],
  ['abs', Math.abs],
  ['round', Math.round],
  ['floor', Math.floor],
  ['ceil', Math.ceil],
  ['ln', Math.log],
  ['log', Math.log10],
]);
const constants: ReadonlyMap<string, number> = new Map([
  ['pi', Math.PI],
  ['e', Math.E],
]);

const longest = 500;

/**
 * Works out an expression by recursive descent: `+ - * / % ^`, parentheses, unary minus, a few functions and constants.
 * Gives every operation in the order in which it was done. Nothing is ever evaluated as code.
 */
export function evaluate(expression: string): {value: number; steps: Working[]} {
  if (expression.length > longest) throw new ExpressionError('The expression is too long.');
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
    found.push(plain.get(match) ?? match.toLowerCase());
  }
  return found;
}

/** Other ways to write an operator. */
const plain: ReadonlyMap<string, string> = new Map([
  ['×', '*'],
  ['÷', '/'],
  ['−', '-'],
  ['**', '^'],
]);

class Parser {
  readonly steps: Working[] = [];
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(list: readonly string[]) {
    this.#tokens = list;
  }

  end(): void {
    const rest = this.#tokens[this.#at];
    if (rest !== undefined) throw new ExpressionError(`Unexpected "${rest}".`);
  }

  sum(): number {
    let left = this.#product();
    for (let sign = this.#take('+', '-'); sign; sign = this.#take('+', '-')) {
      left = this.#apply(left, sign, this.#product());
    }
    return left;
  }

  #product(): number {
    let left = this.#signed();
    for (let sign = this.#take('*', '/', '%'); sign; sign = this.#take('*', '/', '%')) {
      left = this.#apply(left, sign, this.#signed());
    }
    return left;
  }

  #signed(): number {
    if (this.#take('-')) return -this.#signed();
    this.#take('+');
    return this.#power();
  }

  #power(): number {
    const base = this.#atom();
    return this.#take('^') ? this.#apply(base, '^', this.#signed()) : base;
  }

  #atom(): number {
    const token = this.#tokens[this.#at++];
    if (token === undefined) throw new ExpressionError('The expression ends too early.');
    if (token === '(') return this.#inside();
    const value = constants.get(token) ?? (/^[\d.]/.test(token) ? Number(token) : undefined);
    if (value !== undefined) return value;
    const apply = functions.get(token);
    if (!apply || !this.#take('(')) throw new ExpressionError(`"${token}" is not known.`);
    const argument = this.#inside();
    return this.#note(`${token}(${argument})`, apply(argument));
  }

  #inside(): number {
    const value = this.sum();
    if (!this.#take(')')) throw new ExpressionError('A parenthesis is not closed.');
    return value;
  }

  #take(...wanted: string[]): string | undefined {
    const token = this.#tokens[this.#at];
    if (token === undefined || !wanted.includes(token)) return undefined;
    this.#at++;
    return token;
  }

  #apply(left: number, sign: string, right: number): number {
    if ((sign === '/' || sign === '%') && right === 0)
      throw new ExpressionError('Division by zero.');
    return this.#note(`${left} ${sign} ${right}`, operate(left, sign, right));
  }

  #note(text: string, value: number): number {
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
