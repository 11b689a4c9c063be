import type {Person, Script} from '../agent.js';

const mia: Person = {name: 'Mia', avatar: '/mia.svg'};

/** The agent hands the conversation over to a scripted person. */
export const handOver: Script = async agent => {
  const {people} = agent;
  if (!people) {
    await agent.say(
      'This protocol does not report people. In the demo of [a protocol of your own](/plain.html) a scripted colleague takes over.',
    );
    return;
  }
  await agent.say('I am asking a colleague to take over.');
  await people.join(mia);
  await people.typing();
  await agent.pause(1500);
  await agent.say(
    'Hello, this is Mia. I am scripted too, but a person would answer here in the same way. Say **goodbye** to return to the assistant.',
  );
};

/** The scripted person answers, until the user says goodbye. */
export const answerAsPerson: Script = async (agent, {text}) => {
  await agent.people?.typing();
  await agent.pause(1500);
  if (!/\b(?:bye|goodbye|thanks|thank you|assistant)\b/i.test(text)) {
    await agent.say(`I have read “${text}”. Say **goodbye** to return to the assistant.`);
    return;
  }
  await agent.say('Goodbye!');
  await agent.people?.leave();
  await agent.say('I am the assistant again. How can I help?');
};
