// The evaluation of the chat by criterion. `report.ts` adds the tests. A change of a result here needs a test with the number
// of the criterion in its title, or a remark that states the reason.

/** The terms of the Voluntary Product Accessibility Template (VPAT 2.5). */
export type Result =
  'Supports' | 'Partially supports' | 'Does not support' | 'Not applicable' | 'Not evaluated';

export interface Criterion {
  /** Its number in WCAG 2.2. */
  readonly id: string;
  readonly name: string;
  readonly level: 'A' | 'AA';
  readonly result: Result;
  readonly remark: string;
}

/** A clause of EN 301 549 V3.2.1 outside of chapter 9, whose clauses are the criteria of WCAG 2.1. */
export interface Clause {
  readonly id: string;
  readonly name: string;
  readonly result: Result;
  readonly remark: string;
}

type Row = readonly [id: string, name: string, level: 'A' | 'AA', result: Result, remark: string];

const noMedia =
  'The chat plays no recordings. Reading an answer aloud speaks a text that is displayed.';

const rows: readonly Row[] = [
  [
    '1.1.1',
    'Non-text Content',
    'A',
    'Supports',
    'Icons have a name or are hidden from assistive technology. A chart has its data as a table. The alternative text of a picture in an answer comes from the model.',
  ],
  ['1.2.1', 'Audio-only and Video-only (Prerecorded)', 'A', 'Not applicable', noMedia],
  ['1.2.2', 'Captions (Prerecorded)', 'A', 'Not applicable', noMedia],
  ['1.2.3', 'Audio Description or Media Alternative (Prerecorded)', 'A', 'Not applicable', noMedia],
  ['1.2.4', 'Captions (Live)', 'AA', 'Not applicable', noMedia],
  ['1.2.5', 'Audio Description (Prerecorded)', 'AA', 'Not applicable', noMedia],
  [
    '1.3.1',
    'Info and Relationships',
    'A',
    'Supports',
    'The conversation is a log of articles. Headings, lists, tables and code of an answer are elements of that kind. A question is a group that is named by its text.',
  ],
  [
    '1.3.2',
    'Meaningful Sequence',
    'A',
    'Supports',
    'The order of the elements is the order on the screen, in both writing directions.',
  ],
  [
    '1.3.3',
    'Sensory Characteristics',
    'A',
    'Supports',
    'No text of the interface refers to a shape, a colour or a position.',
  ],
  ['1.3.4', 'Orientation', 'AA', 'Supports', 'No style depends on the orientation.'],
  [
    '1.3.5',
    'Identify Input Purpose',
    'AA',
    'Supports',
    'Fields of a form have `autocomplete` if the format or the key of the schema states the purpose.',
  ],
  [
    '1.4.1',
    'Use of Color',
    'A',
    'Supports',
    'Each state has an icon or a text as well. Links in a text are underlined.',
  ],
  [
    '1.4.2',
    'Audio Control',
    'A',
    'Supports',
    'An answer is read aloud only on request, and a button stops it.',
  ],
  [
    '1.4.3',
    'Contrast (Minimum)',
    'AA',
    'Supports',
    'Also for a theme that sets only a brand colour. A theme that sets all colours is responsible for their contrast.',
  ],
  ['1.4.4', 'Resize Text', 'AA', 'Supports', 'Sizes are relative to the font size of the page.'],
  ['1.4.5', 'Images of Text', 'AA', 'Supports', 'The interface contains no images of text.'],
  [
    '1.4.10',
    'Reflow',
    'AA',
    'Supports',
    'Code and tables scroll within their own box, as the criterion allows.',
  ],
  [
    '1.4.11',
    'Non-text Contrast',
    'AA',
    'Supports',
    'Borders of fields, icons and focus indicators were measured in light and dark themes.',
  ],
  [
    '1.4.12',
    'Text Spacing',
    'AA',
    'Supports',
    'With the spacing of the criterion no text is cut off.',
  ],
  [
    '1.4.13',
    'Content on Hover or Focus',
    'AA',
    'Supports',
    'The card of a citation stays while the pointer is on it, and Escape closes it.',
  ],
  [
    '2.1.1',
    'Keyboard',
    'A',
    'Supports',
    'Every function has a control that is operated by keyboard. Dropping files has the button “Attach”.',
  ],
  [
    '2.1.2',
    'No Keyboard Trap',
    'A',
    'Supports',
    'On a narrow screen the open panel is modal; Escape closes it.',
  ],
  [
    '2.1.4',
    'Character Key Shortcuts',
    'A',
    'Supports',
    'The chat has no shortcuts of single characters, and keys that are typed in it do not reach the page.',
  ],
  [
    '2.2.1',
    'Timing Adjustable',
    'A',
    'Partially supports',
    'The deadline of a question is set by the server. The remaining time is displayed, and announced at one minute and at twenty seconds. Where the protocol has an operation for it, a button asks the server for more time, as often as the server gives it; otherwise the user cannot extend it.',
  ],
  [
    '2.2.2',
    'Pause, Stop, Hide',
    'A',
    'Supports',
    'Streaming can be stopped. Activity indicators are replaced by a static one with reduced motion.',
  ],
  [
    '2.3.1',
    'Three Flashes or Below Threshold',
    'A',
    'Supports',
    'Nothing flashes: the only animations are a rotation, a slow pulse and transitions. Content of an app of a tool is the responsibility of its author.',
  ],
  [
    '2.4.1',
    'Bypass Blocks',
    'A',
    'Supports',
    'The panel is a landmark region. The conversation is one stop of the Tab key.',
  ],
  ['2.4.2', 'Page Titled', 'A', 'Not applicable', 'The title belongs to the page.'],
  [
    '2.4.3',
    'Focus Order',
    'A',
    'Supports',
    'Only the user moves the focus. A closed panel, menu or card returns it.',
  ],
  [
    '2.4.4',
    'Link Purpose (In Context)',
    'A',
    'Supports',
    'A link whose text names another host than its address displays the host. The text of links in an answer comes from the model.',
  ],
  [
    '2.4.5',
    'Multiple Ways',
    'AA',
    'Not applicable',
    'The chat is a part of a page, not a set of pages.',
  ],
  [
    '2.4.6',
    'Headings and Labels',
    'AA',
    'Supports',
    'Each button states its action, and its object where there are several.',
  ],
  ['2.4.7', 'Focus Visible', 'AA', 'Supports', 'Every control has a focus ring of two pixels.'],
  [
    '2.4.11',
    'Focus Not Obscured (Minimum)',
    'AA',
    'Supports',
    'Nothing is displayed over the conversation but menus and cards that the user opens.',
  ],
  ['2.5.1', 'Pointer Gestures', 'A', 'Supports', 'No function needs a path or several fingers.'],
  ['2.5.2', 'Pointer Cancellation', 'A', 'Supports', 'Buttons act when the pointer is released.'],
  [
    '2.5.3',
    'Label in Name',
    'A',
    'Supports',
    'The name of a control begins with its visible text.',
  ],
  ['2.5.4', 'Motion Actuation', 'A', 'Not applicable', 'No function uses the motion of a device.'],
  [
    '2.5.7',
    'Dragging Movements',
    'AA',
    'Supports',
    'Files can be attached by a button as well as by dropping.',
  ],
  [
    '2.5.8',
    'Target Size (Minimum)',
    'AA',
    'Supports',
    'Every control is at least 24 by 24 CSS pixels, except citations within a sentence.',
  ],
  [
    '3.1.1',
    'Language of Page',
    'A',
    'Supports',
    'The interface has the language of the page or of its own attribute `lang`.',
  ],
  [
    '3.1.2',
    'Language of Parts',
    'AA',
    'Partially supports',
    'Interface texts in another language than the page have a `lang`. The language of a message is not known: it has a writing direction, but no `lang`.',
  ],
  ['3.2.1', 'On Focus', 'A', 'Supports', 'The focus alone opens, sends and moves nothing.'],
  ['3.2.2', 'On Input', 'A', 'Supports', 'Nothing is sent before Enter or a button.'],
  [
    '3.2.3',
    'Consistent Navigation',
    'AA',
    'Not applicable',
    'The chat is a part of a page, not a set of pages.',
  ],
  [
    '3.2.4',
    'Consistent Identification',
    'AA',
    'Supports',
    'A function has the same icon and label everywhere; the labels come from one table.',
  ],
  [
    '3.2.6',
    'Consistent Help',
    'A',
    'Not applicable',
    'The chat is a part of a page, not a set of pages.',
  ],
  [
    '3.3.1',
    'Error Identification',
    'A',
    'Supports',
    'An error names its field in text and is connected to it.',
  ],
  [
    '3.3.2',
    'Labels or Instructions',
    'A',
    'Supports',
    'Fields have visible labels, and required fields say so.',
  ],
  [
    '3.3.3',
    'Error Suggestion',
    'AA',
    'Supports',
    'An error says which values are accepted, as far as the schema states it.',
  ],
  [
    '3.3.4',
    'Error Prevention (Legal, Financial, Data)',
    'AA',
    'Supports',
    'Deleting a conversation is confirmed. A tool call can require a permission.',
  ],
  [
    '3.3.7',
    'Redundant Entry',
    'A',
    'Supports',
    'A draft and a form that was not sent keep their values.',
  ],
  [
    '3.3.8',
    'Accessible Authentication (Minimum)',
    'AA',
    'Not applicable',
    'The chat does not sign users in.',
  ],
  [
    '4.1.2',
    'Name, Role, Value',
    'A',
    'Supports',
    'The interface uses native elements, and ARIA where there is none.',
  ],
  [
    '4.1.3',
    'Status Messages',
    'AA',
    'Supports',
    'A live region announces answers in sentences, steps, questions, deadlines, failures and the state of the connection.',
  ],
];

export const criteria: readonly Criterion[] = rows.map(([id, name, level, result, remark]) => ({
  id,
  name,
  level,
  result,
  remark,
}));

/** Criteria that EN 301 549 V3.2.1 does not contain, because it refers to WCAG 2.1. */
export const newInWcag22: ReadonlySet<string> = new Set([
  '2.4.11',
  '2.5.7',
  '2.5.8',
  '3.2.6',
  '3.3.7',
  '3.3.8',
]);

export const clauses: readonly Clause[] = [
  {
    id: '5.2',
    name: 'Activation of accessibility features',
    result: 'Supports',
    remark: 'Accessibility features follow the settings of the system and need no activation.',
  },
  {
    id: '5.3',
    name: 'Biometrics',
    result: 'Not applicable',
    remark: 'The chat does not identify users by biometrics.',
  },
  {
    id: '5.4',
    name: 'Preservation of accessibility information during conversion',
    result: 'Supports',
    remark:
      'A conversation that is saved or copied as Markdown keeps headings, lists, tables and alternative texts.',
  },
  {
    id: '5.5–5.8',
    name: 'Operable parts, locking controls, key repeat, double-strike key acceptance',
    result: 'Not applicable',
    remark: 'They concern hardware and keyboards.',
  },
  {
    id: '5.9',
    name: 'Simultaneous user actions',
    result: 'Partially supports',
    remark:
      'Only a new line in a message needs two keys, Shift and Enter. The sticky keys of the system, pasted text and most keyboards of phones are the ways without them.',
  },
  {
    id: '6',
    name: 'ICT with two-way voice communication',
    result: 'Not applicable',
    remark: 'The chat has no voice calls.',
  },
  {
    id: '7',
    name: 'ICT with video capabilities',
    result: 'Not applicable',
    remark: noMedia,
  },
  {
    id: '8',
    name: 'Hardware',
    result: 'Not applicable',
    remark: 'The product is software.',
  },
  {
    id: '9.6',
    name: 'WCAG conformance requirements',
    result: 'Not evaluated',
    remark: 'They concern whole pages: the page that contains the chat must meet them.',
  },
  {
    id: '10',
    name: 'Non-web documents',
    result: 'Not evaluated',
    remark: 'Documents that a server or a user attaches are those of their authors.',
  },
  {
    id: '11.7',
    name: 'User preferences',
    result: 'Supports',
    remark:
      'The chat follows the colour scheme, contrast, forced colours, reduced motion, reduced transparency and font size of the user.',
  },
  {
    id: '11.8',
    name: 'Authoring tools',
    result: 'Not evaluated',
    remark: 'Users write plain text and attach files that exist.',
  },
  {
    id: '12.1.1',
    name: 'Accessibility and compatibility features',
    result: 'Supports',
    remark: 'The page “Accessibility” of this site documents them.',
  },
  {
    id: '12.1.2',
    name: 'Accessible documentation',
    result: 'Supports',
    remark: 'Every page of this site is tested like the chat.',
  },
  {
    id: '12.2',
    name: 'Support services',
    result: 'Not applicable',
    remark: 'The project offers no support services.',
  },
  {
    id: '13',
    name: 'ICT providing relay or emergency service access',
    result: 'Not applicable',
    remark: 'The chat is no such service.',
  },
];

/** What no test covers: stated in the report as it is. */
export const untested: readonly string[] = [
  'No screen reader has been used: not JAWS, NVDA, Narrator, VoiceOver (macOS, iOS), Orca or TalkBack. The tests read roles, names, states and the texts of the live region from the page; how a screen reader speaks them is not known.',
  'No speech input (Dragon, Voice Control, Voice Access), screen magnifier, switch device, eye tracker or braille display has been used.',
  'No person with a disability has evaluated the chat.',
  'No real phone or tablet has been used: small screens, touch and their keyboards are emulated.',
  'Safari has not been used: WebKit is tested through WebKitGTK.',
];
