import type {Script} from '../agent.js';

const everything = `# Everything Markdown can do

A paragraph with **strong**, *emphasised*, ~~struck~~ and \`inline code\`, a [link](https://example.com "Example"),
an autolink https://example.com, and a hard break\\
here. HTML is safe: <b onclick="alert(1)">only bold</b>, and \`1 << 4\` is no tag.

## Lists

1. one
2. two
   - below two

     with a second paragraph
3. three

- [x] done
- [ ] to do

## A table

| left | centre | right |
| :--- | :---: | ---: |
| a | **b** | 1 |
| \`c\` | d \\| e | 22 |

## Code

\`\`\`ts
const delay = (attempt: number) => Math.min(2 ** attempt, 30) * 1000;
\`\`\`

    indented code

> A quotation
>
> > with another one inside

---

A reference to [the end][end], in more than one script: Ελληνικά, 日本語, العربية, 👩‍🚀.

[end]: https://example.com/end
`;

export const markdown: Script = agent =>
  agent.step('Show Markdown', () => agent.say(everything), {single: true});
