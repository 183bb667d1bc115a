// A bot made with an unmodified discord.js. The test plays the person who uses it. The bot in
// ../disgo does the same.
import {
  ActionRowBuilder, ApplicationCommandOptionType, AttachmentBuilder, ButtonBuilder, ButtonStyle, ChannelType, Client,
  EmbedBuilder, Events, GatewayIntentBits, MessageFlags, ModalBuilder, StringSelectMenuBuilder, TextInputBuilder,
  TextInputStyle, UserSelectMenuBuilder,
} from 'discord.js';

const client = new Client({
  intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages],
  rest: { api: `${process.env.LOCAL_DISCORD_URL}/api` },
});

const commands = ['file', 'later', 'panel', 'form', 'thread', 'channel']
  .map((name) => ({ name, description: name }));
commands.push({
  name: 'find', description: 'find', options: [
    { type: ApplicationCommandOptionType.String, name: 'word', description: 'word', required: true, autocomplete: true },
  ],
});

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const file = (name) => new AttachmentBuilder(picture, { name, description: 'a dot' });

function panel() {
  const button = new ButtonBuilder().setCustomId('press').setLabel('Press').setEmoji('🎲').setStyle(ButtonStyle.Primary);
  const menu = new StringSelectMenuBuilder().setCustomId('choose')
    .addOptions({ label: 'One', value: '1', emoji: '1️⃣' }, { label: 'Two', value: '2' });
  const people = new UserSelectMenuBuilder().setCustomId('people');
  return [button, menu, people].map((c) => new ActionRowBuilder().addComponents(c));
}

const answers = {
  async file(i) {
    await i.reply({ content: 'a file', tts: false, files: [file('a.png')],
      embeds: [new EmbedBuilder().setTitle('dot').setImage('attachment://a.png').addFields({ name: 'n', value: 'v' })] });
    const sent = await i.editReply({ content: 'edited', files: [file('b.png')] });
    const extra = await i.followUp({ content: 'followed up', files: [file('c.png')], flags: MessageFlags.Ephemeral });
    await i.webhook.editMessage(extra, { content: `${sent.attachments.size} file` });
    await i.fetchReply();
  },
  async later(i) {
    await i.deferReply({ flags: MessageFlags.Ephemeral });
    await i.editReply({ content: 'later', files: [file('a.png')] });
  },
  async panel(i) {
    await i.reply({ content: 'panel', components: panel(), withResponse: true });
  },
  async form(i) {
    const input = new TextInputBuilder().setCustomId('text').setLabel('Text').setStyle(TextInputStyle.Short);
    await i.showModal(new ModalBuilder().setCustomId('form').setTitle('Form')
      .addComponents(new ActionRowBuilder().addComponents(input)));
  },
  async find(i) { await i.reply(`found ${i.options.getString('word')}`); },
  async thread(i) {
    await i.deferReply();
    const thread = await i.channel.threads.create({ name: 'alone', type: ChannelType.PublicThread, autoArchiveDuration: 60 });
    const m = await thread.send({ content: 'in the thread', files: [file('a.png')] });
    await m.edit('in the thread, edited');
    await thread.members.add(i.user.id);
    await thread.setArchived(true);
    await thread.send('unarchived');
    const root = await i.channel.send('root');
    const second = await root.startThread({ name: 'under a message' });
    await second.send('below');
    await second.setName('renamed');
    await i.editReply(`${(await i.guild.channels.fetchActiveThreads()).threads.size} threads`);
  },
  async channel(i) {
    await i.deferReply();
    const channel = await client.channels.fetch(i.channelId, { force: true });
    await channel.sendTyping();
    const m = await channel.send({ content: 'plain', tts: false, nonce: '1', enforceNonce: false });
    const reply = await m.reply({ content: 'reply', allowedMentions: { repliedUser: false } });
    const list = await channel.messages.fetch({ limit: 5, around: m.id });
    await reply.delete();
    await m.edit({ content: 'plain, edited', embeds: [{ description: 'd' }] });
    const dm = await i.user.send('directly');
    const me = await i.guild.members.fetchMe({ force: true });
    const names = [(await client.application.fetch()).name, (await client.users.fetch(i.user.id, { force: true })).username,
      (await client.guilds.fetch({ guild: i.guildId, force: true })).name, me.displayName, (await i.guild.roles.fetch()).size];
    await i.editReply(`${list.has(reply.id)} ${dm.content} ${names.join(' ')}`);
  },
};

client.on(Events.InteractionCreate, async (i) => {
  if (i.isChatInputCommand()) {
    await answers[i.commandName](i);
  } else if (i.isAutocomplete()) {
    await i.respond(['east', 'west'].map((w) => ({ name: `${i.options.getFocused()} ${w}`, value: w })));
  } else if (i.isButton()) {
    await i.update({ content: 'pressed' });
  } else if (i.isStringSelectMenu()) {
    await i.deferUpdate();
    await i.editReply({ content: `chose ${i.values}` });
  } else if (i.isUserSelectMenu()) {
    await i.reply({ content: `chose ${i.users.first().username}`, flags: MessageFlags.Ephemeral });
  } else if (i.isModalSubmit()) {
    await i.reply(`wrote ${i.fields.getTextInputValue('text')}`);
  }
});

client.once(Events.ClientReady, async () => {
  await client.application.commands.set(commands);
  await client.application.commands.fetch();
  console.log('ready');
});
client.on(Events.Error, (err) => console.error(err));
process.on('unhandledRejection', (err) => console.error(err));
await client.login(process.env.LOCAL_DISCORD_TOKEN);
