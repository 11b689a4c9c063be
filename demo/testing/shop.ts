import 'ubik-chat';
import {ScriptedAgent} from 'ubik-chat/testing';

// A scripted agent in place of a server; a real page sets `endpoint` instead.
const agent = new ScriptedAgent().say('We are open **until nine**.');
agent.connect(document.querySelector('ubik-chat'));
