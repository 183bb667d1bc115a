// A bot made with an unmodified discord.js. The test plays the person who uses it. The bot in
// ../disgo does the same.
import {
  ActionRowBuilder, AttachmentBuilder, ButtonBuilder, ButtonStyle, Client, Events, GatewayIntentBits,
} from 'discord.js';

const client = new Client({
  intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages],
  rest: { api: `${process.env.LOCAL_DISCORD_URL}/api` },
});

client.on(Events.InteractionCreate, async (i) => {
  if (i.isButton()) {
    await i.update({ content: 'pressed' });
    return;
  }
  const button = new ButtonBuilder().setCustomId('press').setLabel('Press').setEmoji('🎲').setStyle(ButtonStyle.Primary);
  await i.deferReply();
  await i.editReply({
    content: 'hello', files: [new AttachmentBuilder(Buffer.from('a dot'), { name: 'a.png', description: 'a dot' })],
    components: [new ActionRowBuilder().addComponents(button)],
  });
});

client.once(Events.ClientReady, async () => {
  await client.application.commands.set([{ name: 'hello', description: 'hello' }]);
  await client.application.commands.fetch();
  console.log('ready');
});
client.on(Events.Error, (err) => console.error(err));
process.on('unhandledRejection', (err) => console.error(err));
await client.login(process.env.LOCAL_DISCORD_TOKEN);
