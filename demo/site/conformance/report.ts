import {createRequire} from 'node:module';
import {clauses, criteria, newInWcag22, untested, type Clause, type Criterion} from './criteria.js';
import {coveringTests, type CoveringTest} from './covering-tests.js';

/** A test in the row of a criterion. */
type ReportedTest = Pick<CoveringTest, 'file' | 'title' | 'engines'>;

interface ReportedCriterion extends Criterion {
  /** The clause of EN 301 549 V3.2.1; absent for a criterion that is new in WCAG 2.2. */
  readonly clause?: string;
  /** The rules of axe for this criterion that the tests run. */
  readonly axeRules: readonly string[];
  readonly tests: readonly ReportedTest[];
}

interface ReportedClause extends Clause {
  readonly tests: readonly ReportedTest[];
}

/** The accessibility conformance report: a page of the site, and `accessibility-report.json`. */
export interface ConformanceReport {
  readonly product: string;
  readonly version: string;
  readonly standards: readonly string[];
  readonly axeVersion: string;
  /** All tests that name a criterion or run axe. */
  readonly tests: readonly CoveringTest[];
  readonly criteria: readonly ReportedCriterion[];
  readonly clauses: readonly ReportedClause[];
  readonly notTested: readonly string[];
}

interface AxeRule {
  readonly ruleId: string;
  readonly tags: readonly string[];
  readonly enabled: boolean;
}

interface Axe {
  readonly version: string;
  getRules(): readonly AxeRule[];
}

const axe = createRequire(import.meta.url)('axe-core') as Axe;

/** The rules that axe runs without configuration, by criterion. */
function axeRules(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const {ruleId, tags, enabled} of axe.getRules()) {
    if (!enabled || tags.includes('experimental') || tags.includes('deprecated')) continue;
    for (const tag of tags) {
      const [, principle, guideline, number] = /^wcag(\d)(\d)(\d+)$/.exec(tag) ?? [];
      if (!principle) continue;
      const id = `${principle}.${guideline ?? ''}.${number ?? ''}`;
      found.set(id, [...(found.get(id) ?? []), ruleId]);
    }
  }
  return found;
}

const reported = ({file, title, engines}: CoveringTest): ReportedTest => ({file, title, engines});

export function conformanceReport(root: string, version: string): ConformanceReport {
  const tests = coveringTests(root);
  const rules = axeRules();
  return {
    product: 'Ubik Chat',
    version,
    standards: ['WCAG 2.2, levels A and AA', 'EN 301 549 V3.2.1'],
    axeVersion: axe.version,
    tests,
    criteria: criteria.map(criterion => ({
      ...criterion,
      ...(!newInWcag22.has(criterion.id) && {clause: `9.${criterion.id}`}),
      axeRules: rules.get(criterion.id) ?? [],
      tests: tests.filter(test => test.criteria.includes(criterion.id)).map(reported),
    })),
    clauses: clauses.map(clause => ({
      ...clause,
      tests: tests.filter(test => test.clauses.includes(clause.id)).map(reported),
    })),
    notTested: untested,
  };
}
